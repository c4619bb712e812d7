package door

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// keyPrefix begins the path of each URL at a door with a key; the key follows.
const keyPrefix = "/k/"

// LeastKey is how many characters a key has at least that a person has thought of.
const LeastKey = 16

const mostKey = 200

// CheckKey reports a key that cannot stand in a path as it is, or that somebody could guess. It does not repeat the
// key.
func CheckKey(key string) error {
	bad := strings.IndexFunc(key, func(r rune) bool { return !isPlain(r) && r != '~' })
	switch {
	case len(key) < LeastKey || len(key) > mostKey:
		return fmt.Errorf("want %d to %d characters, got %d", LeastKey, mostKey, len(key))
	case bad >= 0:
		return errors.New("want letters, digits and any of - . _ ~, as they stand in a URL")
	case strings.Trim(key, ".") == "":
		return errors.New("it is nothing but dots")
	}
	return nil
}

// CheckHost reports what is no name that a door could go by.
func CheckHost(host string) error {
	name, port := host, ""
	if n, p, err := net.SplitHostPort(host); err == nil {
		name, port = n, p
	}
	bad := strings.IndexFunc(name, func(r rune) bool { return !isPlain(r) }) >= 0 && net.ParseIP(name) == nil
	if name == "" || bad || strings.Trim(port, "0123456789") != "" {
		return fmt.Errorf("want a name such as host.docker.internal, or NAME:PORT, got %.60q", host)
	}
	return nil
}

// foreign is why a request is not from a program of this run, in words that name the header; empty: it may be. A page
// in a browser cannot leave these headers out, and a name that somebody has rebound to this machine is none of the
// door's.
func (d *Door) foreign(r *http.Request) string {
	if !d.goesBy(r.Host) {
		return fmt.Sprintf("Host %.100q", r.Host)
	}
	for _, origin := range r.Header.Values("Origin") {
		if u, err := url.Parse(origin); err != nil || !d.goesBy(u.Host) {
			return fmt.Sprintf("Origin %.100q", origin)
		}
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "none" && site != "same-origin" {
			return fmt.Sprintf("Sec-Fetch-Site %.100q", site)
		}
	}
	return ""
}

// goesBy reports whether the door has a name: one of this machine with the door's port, or one that the suite says,
// with the port that it says there, else with any.
func (d *Door) goesBy(host string) bool {
	for _, own := range d.names() {
		if strings.EqualFold(host, own) || d.port == "80" && strings.EqualFold(host+":80", own) {
			return true
		}
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	for _, known := range d.setup.Hosts {
		if strings.EqualFold(known, host) || strings.EqualFold(strings.Trim(known, "[]"), name) {
			return true
		}
	}
	return false
}

// names are the door's own addresses.
func (d *Door) names() []string {
	return []string{d.Host(), "127.0.0.1:" + d.port, "localhost:" + d.port, "[::1]:" + d.port}
}

// unlocked takes the key off a path; ok is false where that has another one, or none.
func (d *Door) unlocked(path string) (rest string, ok bool) {
	if d.setup.Key == "" {
		return path, true
	}
	below, found := strings.CutPrefix(path, keyPrefix)
	key, rest, _ := strings.Cut(below, "/")
	return "/" + rest, found && d.isKey(key)
}

func (d *Door) isKey(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(d.setup.Key)) == 1
}

// Shown is a text without the key, and without a port that is another one in each run: KEY and PORT stand in their
// places, so that a program may say where its model is.
func (d *Door) Shown(text string) string {
	if !strings.Contains(text, d.port) && (d.setup.Key == "" || !strings.Contains(text, d.setup.Key)) {
		return text
	}
	return d.shown.Replace(text)
}

// replacer replaces what Shown does not show.
func (d *Door) replacer() *strings.Replacer {
	var pairs []string
	if d.setup.Key != "" {
		pairs = append(pairs, d.setup.Key, "KEY")
	}
	if d.setup.Address != "" && !strings.HasSuffix(d.setup.Address, ":0") {
		return strings.NewReplacer(pairs...)
	}
	hosts := []string{"127.0.0.1", "localhost", "[::1]"}
	for _, host := range d.setup.Hosts {
		if _, _, err := net.SplitHostPort(host); err != nil {
			hosts = append(hosts, host)
		}
	}
	for _, host := range hosts {
		for _, colon := range []string{":", "%3A", "%3a"} {
			pairs = append(pairs, host+colon+d.port, host+colon+"PORT")
		}
	}
	return strings.NewReplacer(pairs...)
}

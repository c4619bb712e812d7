package app

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// keyPrefix begins the path of each URL at a proxy with a key, and the key follows it.
const keyPrefix = "/k/"

// LeastKey is the minimum length in characters of a key chosen by a person.
const LeastKey = 16

const mostKey = 200

// CheckKey reports a key that cannot stand in a path unescaped, or that is easy to guess. It does not repeat the key.
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

// CheckHost reports a text that is not a valid host name for a proxy.
func CheckHost(host string) error {
	name, port := host, "0"
	if n, p, err := net.SplitHostPort(host); err == nil {
		name, port = n, p
	}
	bad := strings.IndexFunc(name, func(r rune) bool { return !isPlain(r) }) >= 0 && net.ParseIP(name) == nil
	if name == "" || port == "" || bad || strings.Trim(port, "0123456789") != "" {
		return fmt.Errorf("want a name such as host.docker.internal, or NAME:PORT, got %.60q", host)
	}
	return nil
}

// Setup is a proxy's address, and who may use it.
type Setup struct {
	Address string   // of the loopback interface; empty: at a port that is free
	Key     string   // path prefix of each URL; empty: none
	Hosts   []string // other names of the proxy, as NAME or NAME:PORT
	// Strange is called with a description of each refusal that belongs to no current case; nil: not reported
	Strange func(what string)
}

// lock decides who may use a proxy.
type lock struct {
	key   string   // empty: there is none
	port  string   // of the proxy
	names []string // its own addresses, with the port
	hosts []string // its other names
	shown *strings.Replacer
}

func newLock(s Setup, address string) *lock {
	port := address[strings.LastIndexByte(address, ':')+1:]
	l := &lock{key: s.Key, port: port, hosts: s.Hosts}
	l.names = []string{address, "127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port}
	l.shown = strings.NewReplacer(l.replaced(s.Address == "" || strings.HasSuffix(s.Address, ":0"))...)
	return l
}

// foreign returns why a request is not from a program of this run, in words that name the header; empty: it may be. A
// page in a browser cannot leave these headers out, and a name that somebody has rebound to this machine is not one of
// the proxy's.
func (l *lock) foreign(r *http.Request) string {
	if !l.goesBy(r.Host) {
		host := strings.ReplaceAll(r.Host, ":"+l.port, ":PORT")
		return fmt.Sprintf("Host %.100q, which app: {hosts: [NAME]} of the suite does not name", host)
	}
	for _, origin := range r.Header.Values("Origin") {
		if u, err := url.Parse(origin); err != nil || !l.goesBy(u.Host) {
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

// goesBy reports whether host names the proxy: a name of this machine with the proxy's port, or one from the suite,
// with the port given there or else with any.
func (l *lock) goesBy(host string) bool {
	for _, own := range l.names {
		if strings.EqualFold(host, own) || l.port == "80" && strings.EqualFold(host+":80", own) {
			return true
		}
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	for _, known := range l.hosts {
		if strings.EqualFold(known, host) || strings.EqualFold(strings.Trim(known, "[]"), name) {
			return true
		}
	}
	return false
}

// path returns the path prefix of each URL.
func (l *lock) path() string {
	if l.key == "" {
		return ""
	}
	return keyPrefix + l.key
}

// unlocked removes the key from a path; ok is false if the path has another key or none.
func (l *lock) unlocked(path string) (rest string, ok bool) {
	if l.key == "" {
		return path, true
	}
	below, found := strings.CutPrefix(path, keyPrefix)
	key, rest, _ := strings.Cut(below, "/")
	return "/" + rest, found && l.isKey(key)
}

func (l *lock) isKey(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(l.key)) == 1
}

// shownOf returns a text without the key, and without a port that differs from run to run.
func (l *lock) shownOf(text string) string {
	if !strings.Contains(text, l.port) && (l.key == "" || !strings.Contains(text, l.key)) {
		return text
	}
	return l.shown.Replace(text)
}

// replaced returns the hidden texts, each with its replacement. free says that the port is any.
func (l *lock) replaced(free bool) []string {
	var pairs []string
	if l.key != "" {
		pairs = append(pairs, l.key, "KEY")
	}
	if !free {
		return pairs
	}
	hosts := []string{"127.0.0.1", "localhost", "[::1]"}
	for _, host := range l.hosts {
		if _, _, err := net.SplitHostPort(host); err != nil {
			hosts = append(hosts, host)
		}
	}
	for _, host := range hosts {
		for _, colon := range []string{":", "%3A", "%3a"} {
			pairs = append(pairs, host+colon+l.port, host+colon+"PORT")
		}
	}
	return pairs
}

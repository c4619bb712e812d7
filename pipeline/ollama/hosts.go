package ollama

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	defaultHost = "127.0.0.1"
	defaultPort = "11434"
)

// host is a server that shares the work.
type host struct {
	name    string   // its URL, without user and password
	address *url.URL // for requests

	// of pool
	calls int           // in progress
	until time.Time     // set aside until then
	aside time.Duration // duration of the last time aside when it could not be reached; 0: it has answered since
	busy  bool          // it was set aside because it is overloaded: it is left alone for that time
}

// parseHosts parses a list of hosts separated by commas.
func parseHosts(list string, allowRemote bool) ([]*host, error) {
	if strings.TrimSpace(list) == "" {
		list = defaultHost
	}
	var hosts []*host
	for i, entry := range strings.Split(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			return nil, fmt.Errorf("hosts: entry %d is empty: remove the comma", i+1)
		}
		h, err := parseHost(entry)
		if err != nil {
			return nil, fmt.Errorf("hosts: entry %d: %w", i+1, err)
		}
		if slices.ContainsFunc(hosts, func(o *host) bool { return o.name == h.name }) {
			return nil, fmt.Errorf("hosts: %s is there twice: name it once, and allow it more calls at once", h.name)
		}
		if !allowRemote && !isLoopback(h.address.Hostname()) {
			return nil, fmt.Errorf("hosts: %s is not this machine, and prompts would go there: "+
				"use a host such as %s, or say --allow-remote", h.name, defaultHost)
		}
		hosts = append(hosts, h)
	}
	return hosts, nil
}

// parseHost reads a host as Ollama's own programs do: the scheme is http, and the port is 11434 if no scheme is given
// and the scheme's own otherwise. A listen-only address means this machine. Errors do not repeat the entry, which may
// contain a password.
func parseHost(entry string) (*host, error) {
	port := defaultPort
	switch scheme, _, named := strings.Cut(entry, "://"); {
	case !named:
		entry = "http://" + bracketed(entry)
	case strings.EqualFold(scheme, "http"):
		port = "80"
	case strings.EqualFold(scheme, "https"):
		port = "443"
	default:
		return nil, fmt.Errorf("the scheme is neither http nor https: write host:port, such as %s:%s", defaultHost,
			defaultPort)
	}
	u, err := url.Parse(entry)
	if err != nil || u.Opaque != "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return nil, fmt.Errorf("it is neither host:port nor a URL without a query: write it as %s:%s", defaultHost,
			defaultPort)
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return nil, fmt.Errorf("the port %s is not one of 1 to 65535", p)
		}
		port = p
	}
	u.Host = net.JoinHostPort(connectable(u.Hostname()), port)
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), ""
	public := *u
	public.User = nil
	u.Path += "/" // so that a path can be joined to it
	return &host{name: public.String(), address: u}, nil
}

// bracketed adds the brackets that URLs require to a bare literal IPv6 address.
func bracketed(entry string) string {
	if ip, err := netip.ParseAddr(entry); err == nil && ip.Is6() {
		return "[" + entry + "]"
	}
	return entry
}

// connectable returns the host that a client asks if a server listens at name.
func connectable(name string) string {
	if name == "" {
		return defaultHost
	}
	ip, err := netip.ParseAddr(name)
	switch {
	case err != nil:
		return strings.ToLower(name)
	case ip.IsUnspecified() && ip.Is4():
		return defaultHost
	case ip.IsUnspecified():
		return "::1"
	}
	return ip.String()
}

// isLoopback reports whether a host is this machine. Names other than localhost are not looked up: whoever resolves
// them can change the answer.
func isLoopback(name string) bool {
	if name == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}

package server

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const thisMachine = "127.0.0.1"

// Defaults complete the names of hosts.
type Defaults struct {
	Host string // of an empty list; empty: there must be one
	Port string // of a host without a scheme; empty: it must name one
	Path string // of a host without a path; empty: none
}

// example returns how a host is written.
func (d Defaults) example() string {
	if d.Port == "" {
		return "http://" + thisMachine + ":8080" + d.Path
	}
	return thisMachine + ":" + d.Port
}

// Host is a server that shares the work.
type Host struct {
	Name    string   // its URL, without user and password
	address *url.URL // for requests

	// of pool
	calls  int           // in progress
	until  time.Time     // set aside until then
	aside  time.Duration // duration of the last time aside; 0: it has answered since
	busy   bool          // it was set aside because it is overloaded: it is left alone for that time
	unsure bool          // it is asked whether it is ready before it gets a call
	lost   string        // what people were told when it was taken out; empty: it takes part

	answers, failures int // of its calls so far
}

// ParseHosts parses a list of hosts separated by commas. Without allowRemote all must be this machine.
func ParseHosts(list string, d Defaults, allowRemote bool) ([]*Host, error) {
	if strings.TrimSpace(list) == "" {
		list = d.Host
	}
	var hosts []*Host
	for i, entry := range strings.Split(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			return nil, fmt.Errorf("hosts: entry %d is empty: remove the comma", i+1)
		}
		h, err := parseHost(entry, d)
		if err != nil {
			return nil, fmt.Errorf("hosts: entry %d: %w", i+1, err)
		}
		if err := h.joins(hosts, allowRemote); err != nil {
			return nil, fmt.Errorf("hosts: %w", err)
		}
		hosts = append(hosts, h)
	}
	return hosts, nil
}

// joins returns why a host cannot be one of these.
func (h *Host) joins(hosts []*Host, allowRemote bool) error {
	if slices.ContainsFunc(hosts, func(o *Host) bool { return o.Name == h.Name }) {
		return fmt.Errorf("%s is there twice: name it once, and allow it more calls at once", h.Name)
	}
	if !allowRemote && !isLoopback(h.address.Hostname()) {
		return fmt.Errorf("%s is not this machine, and prompts would go there: "+
			"use a host such as %s, or say --allow-remote", h.Name, thisMachine)
	}
	return nil
}

// parseHost reads a host as Ollama's own programs do: the scheme is http, and the port is the default if no scheme is
// given and the scheme's own otherwise. A listen-only address means this machine. Errors do not repeat the entry, which
// may contain a password.
func parseHost(entry string, d Defaults) (*Host, error) {
	port := d.Port
	switch scheme, _, named := strings.Cut(entry, "://"); {
	case !named:
		entry = "http://" + bracketed(entry)
	case strings.EqualFold(scheme, "http"):
		port = "80"
	case strings.EqualFold(scheme, "https"):
		port = "443"
	default:
		return nil, fmt.Errorf("the scheme is neither http nor https: write host:port, such as %s", d.example())
	}
	u, err := url.Parse(entry)
	if err != nil || u.Opaque != "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return nil, fmt.Errorf("it is neither host:port nor a URL without a query: write it as %s", d.example())
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return nil, fmt.Errorf("the port %s is not one of 1 to 65535", p)
		}
		port = p
	}
	if port == "" {
		return nil, fmt.Errorf("its port is missing: write it as %s", d.example())
	}
	u.Host = net.JoinHostPort(connectable(u.Hostname()), port)
	u.Path, u.RawPath = cmp.Or(strings.TrimRight(u.Path, "/"), d.Path), ""
	public := *u
	public.User = nil
	u.Path += "/" // so that a path can be joined to it
	return &Host{Name: public.String(), address: u}, nil
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
		return thisMachine
	}
	ip, err := netip.ParseAddr(name)
	switch {
	case err != nil:
		return strings.ToLower(name)
	case ip.IsUnspecified() && ip.Is4():
		return thisMachine
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

// IsPlain reports whether requests to the host leave this machine unencrypted.
func (h *Host) IsPlain() bool {
	return h.address.Scheme != "https" && !isLoopback(h.address.Hostname())
}

package record

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// providers are the providers that --upstream can name.
var providers = []string{
	string(pipeline.SourceOpenAI), string(pipeline.SourceAnthropic), string(pipeline.SourceOllama),
}

// bases returns the URLs of providers, by the form of requests.
func bases(texts []string, allowRemote bool) (map[pipeline.Source]string, error) {
	all := map[pipeline.Source]string{}
	for _, text := range texts {
		kind, base, ok := strings.Cut(text, "=")
		if !ok || !slices.Contains(providers, kind) {
			return nil, fmt.Errorf("--upstream: want %s, got %.100q", strings.Join(providers, "=URL, ")+"=URL", text)
		}
		if _, twice := all[pipeline.Source(kind)]; twice {
			return nil, fmt.Errorf("--upstream: %s is given twice", kind)
		}
		if err := checkBase(base, allowRemote); err != nil {
			return nil, fmt.Errorf("--upstream %s: %w", kind, err)
		}
		all[pipeline.Source(kind)] = base
	}
	return all, nil
}

// checkBase rejects an invalid base URL, and a host to which prompts would leave the machine. Errors do not repeat a
// URL, which may hold a password.
func checkBase(base string, allowRemote bool) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return fmt.Errorf("want a URL such as http://127.0.0.1:11434/v1")
	case u.User != nil:
		return fmt.Errorf("want a URL without user or password: the program sends its own key")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return fmt.Errorf("want a URL without query or fragment")
	case !allowRemote && !isLoopback(u.Hostname()):
		return fmt.Errorf("%s is not this machine, and prompts would leave it: allow that with --allow-remote", u.Host)
	}
	return nil
}

// isLoopback reports whether a host is this machine. Other names than localhost are not looked up.
func isLoopback(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// upstreamOf returns the servers for requests of applications; nil: none.
func upstreamOf(texts []string, allowRemote bool, suites []*project.Suite) (pipeline.Arrivals, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	if !slices.ContainsFunc(suites, (*project.Suite).IsApplication) {
		return nil, fmt.Errorf("--upstream: none of these suites is an application (system: app): all others ask " +
			"the servers of --host")
	}
	all, err := bases(texts, allowRemote)
	return &runner.Upstream{Bases: all}, err
}

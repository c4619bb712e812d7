package recording

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/arrival"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// isApp reports whether a suite's system is somebody else's program.
func isApp(s *project.Suite) bool {
	_, described := s.Pipeline().(pipeline.Configured)
	return described
}

// providers are those that --upstream can name.
var providers = []string{
	string(pipeline.SourceOpenAI), string(pipeline.SourceAnthropic), string(pipeline.SourceOllama),
}

// bases are the URLs of providers, by whose form requests have.
func (o *options) bases() (map[pipeline.Source]string, error) {
	all := map[pipeline.Source]string{}
	for _, text := range o.upstream {
		kind, base, ok := strings.Cut(text, "=")
		if !ok || !slices.Contains(providers, kind) {
			return nil, fmt.Errorf("--upstream: want %s, got %.100q", strings.Join(providers, "=URL, ")+"=URL", text)
		}
		if _, twice := all[pipeline.Source(kind)]; twice {
			return nil, fmt.Errorf("--upstream: %s is there twice", kind)
		}
		if err := o.checkBase(base); err != nil {
			return nil, fmt.Errorf("--upstream %s: %w", kind, err)
		}
		all[pipeline.Source(kind)] = base
	}
	return all, nil
}

// checkBase refuses what is no base URL, and a host to which prompts would leave the machine. Errors do not repeat a
// URL, which may hold a password.
func (o *options) checkBase(base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return fmt.Errorf("want a URL such as http://127.0.0.1:11434/v1")
	case u.User != nil:
		return fmt.Errorf("want a URL without user and password: the program sends its own key")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return fmt.Errorf("want a URL without a query and a fragment")
	case !o.AllowRemote && !isLoopback(u.Hostname()):
		return fmt.Errorf("%s is not this machine, and prompts would go there: say --allow-remote", u.Host)
	}
	return nil
}

// isLoopback reports whether a host is this machine. Other names than localhost are not looked up.
func isLoopback(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// upstream is who answers the requests of applications; nil: nobody does.
func (o *options) upstreams(suites []*project.Suite) (pipeline.Arrivals, error) {
	if len(o.upstream) == 0 {
		return nil, nil
	}
	if !slices.ContainsFunc(suites, isApp) {
		return nil, fmt.Errorf("--upstream: none of these suites is of an application (system: app): the others ask " +
			"the servers of --host")
	}
	bases, err := o.bases()
	return &arrival.Upstream{Bases: bases}, err
}

// embeds reports whether an application's suite may have texts to be embedded: nothing is recorded yet, or what is
// missing is asked for.
func (o *options) embeds(s *project.Suite) (bool, error) {
	if s.EmbeddingModel() == "" {
		return false, nil
	}
	known, err := o.known(s)
	return err == nil && (known == nil || o.missing), err
}

package openai

import (
	"errors"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// findings are those of a check.
type findings struct{ server.Findings }

// hosts reports unreachable hosts, and returns the others.
func (f *findings) hosts(all []survey) []survey {
	up := slices.DeleteFunc(slices.Clone(all), func(s survey) bool { return s.down != nil })
	for _, s := range all {
		switch {
		case errors.Is(s.down, server.Unauthorized), errors.Is(s.down, server.Forbidden):
			f.Fail("%s: %w: set OPENAI_API_KEY to its key", s.host.Name, s.down)
		case s.down != nil && len(up) == 0:
			f.Fail("%s: %w: start the server, or name another one with --host URL/v1", s.host.Name, s.down)
		case s.down != nil:
			f.Warn("%s: %v: the other hosts do its share", s.host.Name, s.down)
		case s.isOllama():
			f.Warn("%s is Ollama: its /v1 cuts prompts that are too long, and says nothing: --model ollama:NAME "+
				"without /v1 reports them", s.host.Name)
		}
	}
	return up
}

// model checks a model on a host that lists its models.
func (f *findings) model(s survey, w server.Wanted) {
	m, found := s.find(w.Name)
	if !found && len(s.models) > 0 {
		f.Fail("%s: there is no model %s%s, only %s: name one of these, or load it there", s.host.Name, w.Name,
			w.Stages(), strings.Join(s.names(), ", "))
	}
	if n := w.NumCtx(); m.context() > 0 && m.context() < n {
		f.Warn("%s: model %s%s has a context of %d tokens, num_ctx is %d", s.host.Name, w.Name,
			w.Of(func(u server.Use) bool { return u.NumCtx > m.context() }).Stages(), m.context(), n)
	}
}

// noDigest is said once, whatever the models.
const noDigest = "servers of OpenAI's API name no digest: nobody can tell later that a name meant other weights"

// unsent reports the settings that these servers are not sent.
func (f *findings) unsent(w server.Wanted) {
	var names []string
	for _, u := range w.Uses {
		names = append(names, u.Settings...)
	}
	names = slices.DeleteFunc(names, isSent)
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		f.Warn("model %s%s: %s cannot be sent to a server of OpenAI's API: set that on the server", w.Name, w.Stages(),
			strings.Join(names, ", "))
	}
}

// isSent reports whether a setting of a suite has a key in the bodies of these servers.
func isSent(setting string) bool {
	switch setting {
	case "num_ctx", "top_k", "min_p", "repeat_penalty", "think: true", "think: false":
		return false
	}
	return true
}

// plain reports the hosts to which the key goes unencrypted.
func (f *findings) plain(hosts []*server.Host) {
	for _, h := range hosts {
		if h.IsPlain() {
			f.Warn("%s gets the key unencrypted: use https if others can listen", h.Name)
		}
	}
}

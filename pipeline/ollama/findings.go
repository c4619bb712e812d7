package ollama

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
		case s.down != nil && len(up) == 0:
			f.Fail("%s: %w: start it with `ollama serve`, or name another host", s.host.Name, s.down)
		case s.down != nil:
			f.Warn("%s: %v: the other hosts do its share", s.host.Name, s.down)
		case s.version != up[0].version:
			f.Warn("%s is Ollama %s, %s is %s: versions answer the same request differently", up[0].host.Name,
				up[0].version, s.host.Name, s.version)
		}
	}
	return up
}

// model checks a model on a host.
func (f *findings) model(s survey, w server.Wanted, allowRemote bool) {
	m := s.models[w.Name]
	switch {
	case errors.Is(m.err, server.NotFound):
		f.Fail("%s: there is no model %s%s: get it with `ollama pull %s`", s.host.Name, w.Name, w.Stages(), w.Model)
		return
	case m.err != nil:
		f.Fail("%s: model %s%s: %w", s.host.Name, w.Name, w.Stages(), m.err)
		return
	case m.remote != "" && !allowRemote:
		f.Fail("%s: model %s%s runs at %s, and prompts would go there: take one that runs here, or say --allow-remote",
			s.host.Name, w.Name, w.Stages(), m.remote)
	}
	f.capabilities(s, w)
	if n := w.NumCtx(); m.context > 0 && m.context < n {
		f.Warn("%s: model %s%s was made for a context of %d tokens, num_ctx is %d", s.host.Name, w.Name,
			w.Of(func(u server.Use) bool { return u.NumCtx > m.context }).Stages(), m.context, n)
	}
}

// capabilities checks what a model can do. Old servers do not say. A model without embedding may still embed: that
// shows when it is loaded.
func (f *findings) capabilities(s survey, w server.Wanted) {
	have := s.models[w.Name].capabilities
	if len(have) == 0 {
		return
	}
	for _, need := range []struct {
		name string
		by   func(server.Use) bool
	}{
		{"completion", server.Chats},
		{"tools", func(u server.Use) bool { return u.Tools }},
		{"thinking", func(u server.Use) bool { return u.Think }},
	} {
		if by := w.Of(need.by); len(by.Uses) > 0 && !slices.Contains(have, need.name) {
			f.Fail("%s: model %s%s cannot do %s, only %s: choose another model for that", s.host.Name, w.Name,
				by.Stages(), need.name, strings.Join(have, ", "))
		}
	}
}

// same reports hosts that have another model of the same name.
func (f *findings) same(up []survey, w server.Wanted) {
	first := -1
	for i, s := range up {
		switch digest := s.models[w.Name].digest; {
		case digest == "":
		case first < 0:
			first = i
		case digest != up[first].models[w.Name].digest:
			f.Fail("model %s is %.12s on %s and %.12s on %s: `ollama pull %s` on both", w.Name,
				up[first].models[w.Name].digest, up[first].host.Name, digest, s.host.Name, w.Model)
		}
	}
}

package ollama

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// findings are what a person should know before a run: reasons why it would fail, and surprises.
type findings struct {
	errs     []error
	warnings []string
}

func (f *findings) fail(format string, args ...any) {
	f.errs = append(f.errs, fmt.Errorf(format, args...))
}

func (f *findings) warn(format string, args ...any) {
	f.warnings = append(f.warnings, fmt.Sprintf(format, args...))
}

// hosts reports unreachable hosts, and returns the others.
func (f *findings) hosts(all []survey) []survey {
	up := slices.DeleteFunc(slices.Clone(all), func(s survey) bool { return s.down != nil })
	for _, s := range all {
		switch {
		case s.down != nil && len(up) == 0:
			f.fail("%s: %w: start it with `ollama serve`, or name another host", s.host.name, s.down)
		case s.down != nil:
			f.warn("%s: %v: the other hosts do its share", s.host.name, s.down)
		case s.version != up[0].version:
			f.warn("%s is Ollama %s, %s is %s: versions answer the same request differently", up[0].host.name,
				up[0].version, s.host.name, s.version)
		}
	}
	return up
}

// model checks a model on a host.
func (f *findings) model(s survey, w wanted, allowRemote bool) {
	m := s.models[w.name]
	switch {
	case errors.Is(m.err, NotFound):
		f.fail("%s: there is no model %s%s: get it with `ollama pull %s`", s.host.name, w.name, w.asked(), w.model)
		return
	case m.err != nil:
		f.fail("%s: model %s%s: %w", s.host.name, w.name, w.asked(), m.err)
		return
	case m.remote != "" && !allowRemote:
		f.fail("%s: model %s%s runs at %s, and prompts would go there: take one that runs here, or say --allow-remote",
			s.host.name, w.name, w.asked(), m.remote)
	}
	f.capabilities(s, w)
	if n := w.numCtx(); m.context > 0 && m.context < n {
		f.warn("%s: model %s%s was made for a context of %d tokens, num_ctx is %d", s.host.name, w.name,
			w.of(func(u Use) bool { return u.NumCtx > m.context }).asked(), m.context, n)
	}
}

// capabilities checks what a model can do. Old servers do not say. A model without embedding may still embed: that
// shows when it is loaded.
func (f *findings) capabilities(s survey, w wanted) {
	have := s.models[w.name].capabilities
	if len(have) == 0 {
		return
	}
	for _, need := range []struct {
		name string
		by   func(Use) bool
	}{
		{"completion", chats},
		{"tools", func(u Use) bool { return u.Tools }},
		{"thinking", func(u Use) bool { return u.Think }},
	} {
		if by := w.of(need.by); len(by.uses) > 0 && !slices.Contains(have, need.name) {
			f.fail("%s: model %s%s cannot do %s, only %s: choose another model for that", s.host.name, w.name,
				by.asked(), need.name, strings.Join(have, ", "))
		}
	}
}

// same reports hosts that have another model of the same name.
func (f *findings) same(up []survey, w wanted) {
	first := -1
	for i, s := range up {
		switch digest := s.models[w.name].digest; {
		case digest == "":
		case first < 0:
			first = i
		case digest != up[first].models[w.name].digest:
			f.fail("model %s is %.12s on %s and %.12s on %s: `ollama pull %s` on both", w.name,
				up[first].models[w.name].digest, up[first].host.name, digest, s.host.name, w.model)
		}
	}
}

// pinned reports settings that make answers differ from run to run.
func (f *findings) pinned(w wanted) {
	if by := w.of(unseeded); len(by.uses) > 0 {
		f.warn("model %s%s: no seed is set: answers differ from run to run", w.name, by.asked())
	}
	if by := w.of(unheated); len(by.uses) > 0 {
		f.warn("model %s%s: no temperature is set: it is the model's own, which may change", w.name, by.asked())
	}
}

// asked returns the stages that use a model.
func (w wanted) asked() string {
	stages := w.stages()
	if len(stages) == 0 {
		return ""
	}
	return " (" + strings.Join(stages, ", ") + ")"
}

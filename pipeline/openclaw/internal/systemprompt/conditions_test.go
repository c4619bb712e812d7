package systemprompt

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Each part of a prompt has its own condition: the effect of one given value on an empty prompt, in both modes.
func TestConditions_O2_O3(t *testing.T) {
	blank := text(" \n\u3000")
	tool := func(names ...string) Params {
		p := Params{}
		for _, name := range names {
			p.Tools = append(p.Tools, Tool{Name: text(name)})
		}
		return p
	}
	for name, c := range map[string]struct {
		p             Params
		full, minimal []string
	}{
		"a tool":              {tool("read"), nil, nil},
		"memory_search":       {tool("memory_search"), []string{"Memory Recall"}, nil},
		"memory_get, spelled": {tool(" Memory_Get "), []string{"Memory Recall"}, nil},
		"gateway":             {tool("GATEWAY"), []string{"OpenClaw Self-Update"}, nil},
		"skills": {Params{Skills: text(" x ")}, []string{"Skills (mandatory)"},
			[]string{"Skills (mandatory)"}},
		"aliases": {Params{Aliases: texts("", "- a: b")}, []string{"Model Aliases"}, nil},
		"time zone": {Params{TimeZone: text(" UTC ")}, []string{"Session status", "Current Date & Time"},
			[]string{"Session status", "Current Date & Time"}},
		"docs":      {Params{Docs: text("/docs")}, []string{"Documentation"}, nil},
		"sandbox":   {Params{Sandbox: &Sandbox{}}, []string{"Sandbox"}, []string{"Sandbox"}},
		"owners":    {Params{Owners: texts(" ", "+1")}, []string{"Authorized Senders"}, nil},
		"voice":     {Params{Voice: text("short")}, []string{"Voice (TTS)"}, nil},
		"extra":     {Params{Extra: text(" a ")}, []string{"Group Chat Context"}, []string{"Subagent Context"}},
		"reactions": {Params{Reactions: &Reactions{}}, []string{"Reactions"}, []string{"Reactions"}},
		"reasoning": {Params{ReasoningTags: true}, []string{"Reasoning Format"}, []string{"Reasoning Format"}},
		"files": {Params{Files: []ContextFile{{text("A.md"), nil}}}, []string{"Project Context"},
			[]string{"Project Context"}},
		"warnings":  {Params{Warnings: []string{" ", "cut"}}, []string{"Project Context"}, []string{"Project Context"}},
		"heartbeat": {Params{Heartbeat: text("go")}, nil, nil},
		"nothing but blanks": {Params{Skills: blank, Aliases: []pipeline.Pieces{blank}, TimeZone: blank, Docs: blank,
			Owners: []pipeline.Pieces{blank, nil}, Voice: blank, Extra: blank, Warnings: []string{" "},
			Files: []ContextFile{{blank, text("dropped")}}, Tools: []Tool{{blank, text("dropped")}}}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for m, want := range map[Mode][]string{"": c.full, Full: c.full, Minimal: c.minimal} {
				bare := sectionNames(sections(t, Params{Mode: m}))
				c.p.Mode = m
				added := slices.DeleteFunc(sectionNames(sections(t, c.p)), func(s string) bool {
					return slices.Contains(bare, s)
				})
				if d := cmp.Diff(append([]string{}, want...), added); d != "" {
					t.Errorf("mode %q (-want +added):\n%s", m, d)
				}
			}
		})
	}
}

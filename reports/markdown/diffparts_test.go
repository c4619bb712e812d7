package markdown

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

func TestDiffParts(t *testing.T) {
	parts := []string{`message 1 (system) · section "Rules"`, `tool "pay" · removed`, `message 2 (user) · section "Text"`}
	for name, tt := range map[string]struct {
		parts []string
		diff  string
		want  []diffPart
	}{
		"some parts": {
			parts,
			"turn-1/main · " + parts[0] + "\n@@ -1 +1 @@\n-a\n+b\n\\ no newline at the end\nturn-1/main · " + parts[1] +
				"\nturn-1/main · " + parts[2] + "\n@@ -3 +3 @@\n x\n+turn-1/main · no heading\n",
			[]diffPart{
				{parts[0], "@@ -1 +1 @@\n-a\n+b\n\\ no newline at the end\n"},
				{parts[1], ""},
				{parts[2], "@@ -3 +3 @@\n x\n+turn-1/main · no heading\n"},
			},
		},
		"a new call":            {nil, "turn-1/main · new call\n", []diffPart{{"", ""}}},
		"nothing":               {nil, "", []diffPart{{"", ""}}},
		"no heading":            {parts[:2], "+a", []diffPart{{parts[0] + ", " + parts[1], "+a"}}},
		"more headings":         {parts[:1], "h\n-a\nh\n+b", []diffPart{{parts[0], "-a\n"}, {"", "+b"}}},
		"a line without an end": {parts[:1], "h", []diffPart{{parts[0], ""}}},
	} {
		got := diffParts(&result.Change{Parts: tt.parts, Text: tt.diff})
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(diffPart{}), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// A diff as it is made comes apart into the parts that it was made of.
func TestDiffPartsOfAChange(t *testing.T) {
	call := func(rules, text string, tools ...pipeline.Tool) *goldens.File {
		m := pipeline.Message{Role: "system", Sections: []pipeline.Section{
			{Name: "Rules", Text: rules}, {Name: "Same", Text: "same\n"}, {Name: "End", Text: text},
		}}
		one := goldens.Call{Path: "turn-1/main-1", Stage: "main", Messages: []pipeline.Message{m}, Tools: tools}
		return &goldens.File{Calls: []goldens.Call{one}}
	}
	change := goldens.Compare(call("a\nb\n", "x", pipeline.Tool{Name: "pay"}), call("a\nc\n", "y\nz"))[0]
	row := result.Change{Path: change.Path, Text: change.Text()}
	for _, p := range change.Parts {
		row.Parts = append(row.Parts, p.Title())
	}
	parts := diffParts(&row)
	if len(parts) != 3 || len(row.Parts) != 3 {
		t.Fatalf("%d parts of %d in\n%s", len(parts), len(row.Parts), change.Text())
	}
	again := ""
	for i, p := range parts {
		again += "turn-1/main-1 · " + row.Parts[i] + "\n" + p.text
	}
	if d := cmp.Diff(change.Text(), again); d != "" {
		t.Errorf("(-diff +put together):\n%s", d)
	}
}

func TestSameness(t *testing.T) {
	one := diffPart{`message 1 (system) · section "Rules"`, "@@ -1 +1 @@\n-a\n+b\n"}
	for _, tt := range []struct {
		status result.PromptStatus
		part   diffPart
		same   bool
	}{
		{"changed", one, true},
		{"changed", diffPart{`message 12 (system) · section "Rules"`, "@@ -7,2 +9 @@\n-a\n+b\n"}, true},
		{"new", one, false},
		{"changed", diffPart{`message 1 (user) · section "Rules"`, one.text}, false},
		{"changed", diffPart{`message 1 (system) · section "Role"`, one.text}, false},
		{"changed", diffPart{one.title, "@@ -1 +1 @@\n-a\n+c\n"}, false},
		{"changed", diffPart{one.title, "@@ -1 +1 @@\n-a\n+@@ b\n"}, false},
	} {
		if got := tt.part.sameness(tt.status) == one.sameness("changed"); got != tt.same {
			t.Errorf("%s %v: %v, want %v", tt.status, tt.part, got, tt.same)
		}
	}
}

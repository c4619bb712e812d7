package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
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
		got := diffParts(&changeRow{Parts: tt.parts}, tt.diff)
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
	row := changeRow{Path: change.Path, Status: string(change.Status)}
	for _, p := range change.Parts {
		row.Parts = append(row.Parts, p.Title())
	}
	parts := diffParts(&row, change.Text())
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
		status string
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

// An edit that a thousand calls have is one entry, with the first calls in the order of the run; one that a few have
// stands beside it.
func TestMarkdownShowsEqualDifferencesOnce(t *testing.T) {
	var results []*suites.Result
	title := func(n int) string { return fmt.Sprintf(`message %d (system) · section "Rules"`, n) }
	for i := range 1000 {
		path := fmt.Sprintf("turn-%d/main-1", i)
		c := suites.Change{Status: suites.Changed, Path: path, Parts: []string{title(1), title(2)}}
		const text = "%s · %s\n@@ -%d +1 @@\n-old\n+new\n%[1]s · %[4]s\n@@ -1 +1 @@\n-old\n+new\n"
		c.Text = fmt.Sprintf(text, path, title(1), i, title(2))
		if i == 500 {
			c.Parts, c.Text = c.Parts[:1], path+" · "+title(1)+"\n@@ -1 +1 @@\n-other\n+new\n"
		}
		results = append(results, &suites.Result{Suite: "s", Case: fmt.Sprintf("c%03d", i), Changes: []suites.Change{c}})
	}
	page := markdownOf(t, recorded(t, t.TempDir(), RunInfo{Exit: 1}, results...))
	_, page, _ = strings.Cut(page, "### Changed prompts")
	page, _, _ = strings.Cut(page, "###")
	code := func(i int) string { return fmt.Sprintf("<code>s/c%03d/turn-%d/main-1</code>", i, i) }
	want := "\n\n1000 calls have another prompt than their goldens. What differs in the same way stands here once.\n\n" +
		"<details><summary>changed " + code(0) + ", " + code(1) + ", " + code(2) + " and 996 more" +
		" in <code>" + title(1) + "</code></summary>\n\n" +
		"```diff\n@@ -0 +1 @@\n-old\n+new\n```\n\n</details>\n\n" +
		"<details><summary>changed " + code(500) + " in <code>" + title(1) + "</code></summary>\n\n" +
		"```diff\n@@ -1 +1 @@\n-other\n+new\n```\n\n</details>\n\n\n"
	if d := cmp.Diff(want, page); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A report for JUnit's readers has the diffs of so many calls, and says how many it has not.
func TestJUnitDiffsHaveAnEnd(t *testing.T) {
	var results []*suites.Result
	for i := range mostJUnitDiffs/2 + 2 {
		r := &suites.Result{Suite: "s", Case: fmt.Sprint(i), Status: suites.StatusOK}
		for n := range 2 {
			text := fmt.Sprintf("+%d/%d\n%s", i, n, strings.Repeat("+x\n", 5000))
			r.Changes = append(r.Changes, suites.Change{Status: suites.Changed, Path: fmt.Sprint("p", n), Text: text})
		}
		results = append(results, r)
	}
	info := RunInfo{Gates: []suites.Verdict{{Gate: "goldens", Measure: "goldens"}}}
	doc := parsed(t, junit(t, JUnit{}, recorded(t, t.TempDir(), info, results...)))
	cases := doc.Suites[0].Cases
	for i, c := range cases {
		text := c.Failure.Text
		begins := strings.HasPrefix(text, "p0: changed\np1: changed\n\n") && len(text) <= 2*mostJUnitDiff+200
		left := strings.Contains(text, "diffs left out: 2; a report has those of the first 1000 calls")
		if has := strings.Contains(text, fmt.Sprintf("\n+%d/1\n+x\n", i)); !begins || has != (i < mostJUnitDiffs/2) || has == left {
			t.Fatalf("case %d of %d: diff %v, left out %v, %d bytes:\n%.200s", i, len(cases), has, left, len(text), text)
		}
	}
}

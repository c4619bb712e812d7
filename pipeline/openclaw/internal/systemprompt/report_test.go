package systemprompt

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// made returns sections from names and texts: Name, text, Name, text, …
func made(parts ...string) []pipeline.Section {
	list := []pipeline.Section{}
	for i := 0; i < len(parts); i += 2 {
		list = append(list, pipeline.Section{Name: parts[i], Text: parts[i+1]})
	}
	return separated(list)
}

func TestReport_O8(t *testing.T) {
	before := made("A", "aa", "B", "b", "C", "c")
	for name, c := range map[string]struct {
		now  []pipeline.Section
		want Prefix
	}{
		"the same":              {before, Prefix{Characters: 6, Tokens: 6}},
		"another text":          {made("A", "aa", "B", "x", "C", "c"), Prefix{3, 3, "B", ChangedText}},
		"a longer text":         {made("A", "aaa", "B", "b", "C", "c"), Prefix{2, 2, "A", ChangedText}},
		"added in the middle":   {made("A", "aa", "X", "b", "B", "b", "C", "c"), Prefix{5, 5, "X", Added}},
		"added at the end":      {made("A", "aa", "B", "b", "C", "c", "X", "x"), Prefix{6, 6, "X", Added}},
		"removed in the middle": {made("A", "aa", "C", "c"), Prefix{3, 3, "B", Removed}},
		"removed at the end":    {made("A", "aa", "B", "b"), Prefix{4, 4, "C", Removed}},
		"all removed":           {made(), Prefix{0, 0, "A", Removed}},
	} {
		t.Run(name, func(t *testing.T) {
			got := NewReport(c.now, before, func(s string) int { return len(s) })
			if d := cmp.Diff(&c.want, got.Prefix); d != "" {
				t.Errorf("prefix (-want +got):\n%s", d)
			}
		})
	}
}

func TestReport_O8_Sizes(t *testing.T) {
	got := NewReport(made("A", "a😀", "B", "汉"), nil, pipeline.EstimateTokens)
	want := Report{Sections: []Size{{"A", 4, 2}, {"B", 1, 1}}, Characters: 5, Tokens: 3}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
	if p := NewReport(made("A", "😀"), made("A", "😁"), pipeline.EstimateTokens).Prefix; p.Characters != 0 {
		t.Errorf("a character was split: %d", p.Characters)
	}
}

// A change of one value shows in its section, and the prefix ends there, not before.
func TestLaw_O8_AChangeNamesItsSection(t *testing.T) {
	own := template(t)
	rapid.Check(t, func(t *rapid.T) {
		p := params().Draw(t, "params")
		before, err := Sections(own, p)
		if err != nil {
			t.Fatal(err)
		}
		p.Runtime.Node = text("another")
		now, err := Sections(own, p)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReport(now, before, func(string) int { return 0 })
		if r.Prefix.Changed != "Runtime" || r.Prefix.How != ChangedText {
			t.Fatalf("the change is seen in %+v", *r.Prefix)
		}
		length := 0
		for _, s := range r.Sections {
			if s.Name == "Runtime" {
				break
			}
			length += s.Characters
		}
		if r.Prefix.Characters < length+len("## Runtime\n") {
			t.Fatalf("the prefix ends at %d, Runtime begins at %d", r.Prefix.Characters, length)
		}
		if strings.TrimSpace(content(now)) == "" {
			t.Fatal("an empty prompt")
		}
	})
}

package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Unfolded, the lines after a blank or + are the sent array, in order; those after a blank or - are all lines of the
// golden. Folded, every line is also there unfolded, and every differing line is shown.
func TestWriteLaw(t *testing.T) {
	line := rapid.SampledFrom([]string{"x\n", "y\n", "z z\n", "海狸\n"})
	lines := rapid.Map(rapid.SliceOfN(line, 1, 4), func(all []string) string { return strings.Join(all, "") })
	drawn := rapid.Custom(func(t *rapid.T) pipeline.Message {
		m := pipeline.Message{Role: rapid.SampledFrom([]string{"system", "user"}).Draw(t, "role")}
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(strings.Fields("A B C D E")),
			rapid.ID).Draw(t, "sections") {
			m.Sections = append(m.Sections, pipeline.Section{Name: name, Text: lines.Draw(t, name)})
		}
		return m
	})
	rapid.Check(t, func(t *rapid.T) {
		old, new := rapid.SliceOfN(drawn, 0, 3).Draw(t, "old"), rapid.SliceOfN(drawn, 0, 3).Draw(t, "new")
		c := &review.ArrayCall{Old: accepted(old...), Sent: sent(new...)}
		c.Parts = parts(c.Old, c.Sent)
		var whole, folded paper
		review.WriteArray(&whole, c, true)
		review.WriteArray(&folded, c, false)
		if d := cmp.Diff(linesOf(new), behind(whole.String(), " +")); d != "" {
			t.Fatalf("what is sent (-want +got):\n%s\n%s", d, whole.String())
		}
		want, got := linesOf(old), behind(whole.String(), " -")
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("the golden (-want +got):\n%s\n%s", d, whole.String())
		}
		if d := cmp.Diff(behind(whole.String(), "+-"), behind(folded.String(), "+-")); d != "" {
			t.Fatalf("what differs, unfolded and folded (-want +got):\n%s\n%s", d, folded.String())
		}
	})
}

// linesOf returns the lines of messages.
func linesOf(messages []pipeline.Message) []string {
	all := []string{}
	for _, m := range messages {
		all = append(all, strings.Split(strings.TrimSuffix(m.Content(), "\n"), "\n")...)
	}
	return slices.DeleteFunc(all, func(l string) bool { return l == "" })
}

// behind returns the shown lines after one of some signs, except those about roles.
func behind(shown, signs string) []string {
	all := []string{}
	for l := range strings.Lines(shown) {
		if len(l) > 5 && strings.HasPrefix(l, "    ") && strings.ContainsRune(signs, rune(l[4])) &&
			!strings.HasPrefix(l[5:], "role: ") {
			all = append(all, strings.TrimSuffix(l[5:], "\n"))
		}
	}
	return all
}

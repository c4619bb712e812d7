package ci

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// An edit in a thousand calls is one entry, with the first calls in the order of the run; additional differences of a
// few calls are in it too, since they have the same source.
func TestMarkdownShowsAnEditOnce(t *testing.T) {
	var results []*result.Result
	for i := range 1000 {
		path := fmt.Sprintf("turn-%d/main-1", i)
		r := &result.Result{
			Suite: "s", Case: fmt.Sprintf("c%03d", i), Changes: []result.Change{{Status: result.Changed, Path: path}},
			Edits: storedtest.Edited(path, "Be old.", "Be new."),
		}
		if i == 500 {
			r.Edits = storedtest.Edited(path, "Be other.", "Be new.")
		}
		results = append(results, r)
	}
	results = append(results, &result.Result{
		Suite: "s", Case: "fresh", Changes: []result.Change{{Status: result.New, Path: "turn-1/main-1"}},
	})
	page := markdownOf(t, storedtest.Record(t, t.TempDir(), stored.Info{Exit: 1}, results...))
	_, page, _ = strings.Cut(page, "### Changed prompts")
	page, _, _ = strings.Cut(page, "\n- prompts: ")
	call := func(i int) string { return fmt.Sprintf("<code>s/c%03d/turn-%d/main-1</code>", i, i) }
	want := "\n\n1001 calls differ from their goldens. " +
		"Each edit is listed once, with the first calls that it reaches.\n\n" +
		"<details open><summary><code>dc9f08e3</code> " +
		"<code>main · message 1 (system) · section &#96;Rules&#96; · main.tmpl</code>: " +
		"1000 calls in 1000 cases</summary>\n\n" +
		"```diff\n-Be old.\n+Be new.\n-Be other.\n+Be new.\n```\n\n" +
		"in " + call(0) + ", " + call(1) + ", " + call(2) + " and 997 more\n\n</details>\n\n" +
		"new <code>s/fresh/turn-1/main-1</code>\n\n"
	if d := cmp.Diff(want, page); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

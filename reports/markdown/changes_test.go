package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// An edit that a thousand calls have is one entry, with the first calls in the order of the run; one that a few have
// stands beside it.
func TestMarkdownShowsEqualDifferencesOnce(t *testing.T) {
	var results []*result.Result
	title := func(n int) string { return fmt.Sprintf(`message %d (system) · section "Rules"`, n) }
	for i := range 1000 {
		path := fmt.Sprintf("turn-%d/main-1", i)
		c := result.Change{Status: result.Changed, Path: path, Parts: []string{title(1), title(2)}}
		const text = "%s · %s\n@@ -%d +1 @@\n-old\n+new\n%[1]s · %[4]s\n@@ -1 +1 @@\n-old\n+new\n"
		c.Text = fmt.Sprintf(text, path, title(1), i, title(2))
		if i == 500 {
			c.Parts, c.Text = c.Parts[:1], path+" · "+title(1)+"\n@@ -1 +1 @@\n-other\n+new\n"
		}
		results = append(results, &result.Result{Suite: "s", Case: fmt.Sprintf("c%03d", i), Changes: []result.Change{c}})
	}
	page := markdownOf(t, storedtest.Record(t, t.TempDir(), stored.Info{Exit: 1}, results...))
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

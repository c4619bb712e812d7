package cli_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
)

// docs/prompts.md names each of Beaver's templates once, and no other.
func TestPromptsPage(t *testing.T) {
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	want, err := fs.Glob(sys.Prompts(), "*.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(readText(t, filepath.Join("..", "..", "..", "docs", "prompts.md")), "## Beaver's files")
	var got []string
	for _, m := range regexp.MustCompile("`([a-z.]+\\.tmpl)`").FindAllStringSubmatch(list, -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the templates of docs/prompts.md (-there are +listed):\n%s", d)
	}
}

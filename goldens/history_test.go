package goldens_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/goldens"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

func TestSections(t *testing.T) {
	text := "You are.\n# One\na\n```\n# no heading\n```\n### deeper\n## Two\n##\n# \n## Two\nb"
	want := [][2]string{
		{"Begin", "You are.\n"}, {"One", "# One\na\n```\n# no heading\n```\n### deeper\n"},
		{"Two", "## Two\n##\n# \n"}, {"Two (2)", "## Two\nb"},
	}
	var got [][2]string
	all := ""
	for _, s := range goldens.HistorySections(text) {
		got = append(got, [2]string{s.Name, s.Text})
		all += s.Text
		if s.Pieces().String() != s.Text {
			t.Errorf("%s: its pieces make %q", s.Name, s.Pieces())
		}
	}
	if d := gocmp.Diff(want, got); d != "" || all != text {
		t.Errorf("sections (-want +got):\n%s", d)
	}
}

func TestReadRefuses(t *testing.T) {
	for data, want := range map[string]string{
		``:                         "h.json: unexpected end of JSON input",
		`{}`:                       "h.json: no versions",
		`{"cases": [{}]}`:          "h.json: version 1 has no id",
		`{"cases": [{"id": "a"}]}`: "h.json: version a: prompts: want an object of texts by mode",
		`{"cases":[{"id":"a","prompts":{"m":1}}]}`: "h.json: version a: prompts: m: json:",
	} {
		if _, err := goldens.ReadHistory("h.json", []byte(data)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", data, err, want)
		}
	}
}

// The real prompt of a public agent at 64 commits: one of them lost a section and renamed the product, another restored
// the name.
func TestOpenClaw(t *testing.T) {
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	file := filepath.Join(shared, "data", "prompt_history", "openclaw.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("%s is not there", file)
	}
	versions, err := goldens.ReadHistory(file, data)
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string][]edit.Group{}
	for i := 1; i < len(versions); i++ {
		var all edit.Groups
		all.Add("history", versions[i].ID, edit.Compare(versions[i-1].Modes, versions[i].Modes, nil))
		if list := all.List(); len(list) > 0 {
			groups[versions[i].ID] = list
		}
	}
	if len(versions) != 64 || len(groups) != 27 {
		t.Errorf("%d versions, %d transitions change something", len(versions), len(groups))
	}
	if got := groups["f72214725d"]; len(got) != 1 || got[0].Kind != edit.Renamed {
		t.Errorf("f72214725d: %d groups", len(got))
	}
	lost := groups["5d3af3bc62"]
	renamed := slices.IndexFunc(lost, func(g edit.Group) bool {
		return g.Kind == edit.Renamed && g.Words[0] == edit.Atom{Old: "OpenClaw", New: "Moltbot"}
	})
	safety := slices.IndexFunc(lost, func(g edit.Group) bool {
		return g.Kind == edit.Removed && g.First.Section == "Safety" &&
			slices.Equal(g.Stages, []string{"full", "minimal"})
	})
	if renamed != 0 || safety != 1 {
		t.Errorf("5d3af3bc62: the rename is group %d, the lost section group %d, of %d", renamed, safety, len(lost))
	}
}

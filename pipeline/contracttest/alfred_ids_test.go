package contracttest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// uuid matches the id of a row anywhere.
var uuid = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// No message of any case of this repository that runs on Alfred shows anything of the form of an id, nor eight
// characters of one: of ids in the case's tables, in the user's changes by hand, in results of queries, and of created
// rows.
func TestAlfredShowsNoIDsInTheRepository(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	calls, ids := 0, 0
	loaded := repository(t, known, "alfred")
	err = runner.Run(t.Context(), loaded, known, runner.Options{}, func(r *result.Result) error {
		if r.Trace == nil {
			t.Fatalf("%s/%s has not run: %v", r.Suite, r.Case, r.Errors)
		}
		parts := partsOfIDs(t, filepath.Join(root, r.File), r)
		ids += len(parts)
		for _, c := range r.Trace.Calls() {
			calls++
			for _, m := range c.Request.Messages {
				if found := shownOf(strings.ToLower(m.Content()), parts); found != "" {
					t.Errorf("%s/%s: %s shows %s", r.Suite, r.Case, c.Path, found)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls < 300 || ids < 1000 {
		t.Errorf("only %d calls and %d parts of ids", calls, ids)
	}
}

// root is the folder of this repository.
const root = "../.."

// repository returns the suites of this repository that run on a system.
func repository(t *testing.T, known map[string]pipeline.System, system string) []*project.Suite {
	t.Helper()
	p, err := project.Find(".", root)
	if err != nil {
		t.Fatal(err)
	}
	all, err := project.Load(t.Context(), p, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s *project.Suite) bool { return s.System != system })
}

// partsOfIDs returns eight characters each of the ids in a case's file and in its queries and their results.
func partsOfIDs(t *testing.T, file string, r *result.Result) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.ToLower(string(text))
	for _, s := range r.Trace.Steps {
		if s.Tool != nil {
			all += " " + strings.ToLower(s.Tool.Call.Arguments+" "+s.Tool.Result.Content)
		}
	}
	parts := map[string]bool{}
	for _, id := range uuid.FindAllString(all, -1) {
		for _, form := range []string{id, strings.ReplaceAll(id, "-", "")} {
			for i := range len(form) - 7 {
				parts[form[i:i+8]] = true
			}
		}
	}
	return parts
}

// shownOf returns an id, or a part of one, in a text; empty: there is none.
func shownOf(text string, parts map[string]bool) string {
	if id := uuid.FindString(text); id != "" {
		return id
	}
	for i := range max(0, len(text)-7) {
		if parts[text[i:i+8]] {
			return text[i:min(len(text), i+36)]
		}
	}
	return ""
}

package runner

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Each template of a system is edited, and all stale answers are kept: then none is stale, each is carried, names the
// recorded request, and has the same text. That holds for a second edit too.
func TestCarriedAnswersAreThoseOfBefore(t *testing.T) {
	edits := []map[string]*project.Suite{edited(t, "Edited. "), edited(t, "Edited again. ")}
	calls := 0
	sampled(t, 15, func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		if edits[0][s.Name] == nil {
			t.Skip("a suite with templates of its own")
		}
		if slices.Contains(c.Tags, "by-length") {
			t.Skip("how long a prompt is decides what is asked")
		}
		rec, golden := record(t, s, c)
		seen, before := map[string]string{}, replayed(t, s, c, rec)
		for _, l := range rec.Lines {
			seen[l.Path] = l.Digest
		}
		for _, edit := range edits {
			var requests []pipeline.Request
			stale := map[string]bool{}
			for _, call := range replayed(t, edit[s.Name], c, rec).Calls() {
				if call.Origin.Match == pipeline.MatchStale {
					requests = append(requests, call.Request)
					stale[call.Path] = true
				}
			}
			kept, n := rec.Carry(requests, func(string) bool { return false })
			if calls += n; n != len(requests) || n == 0 && len(golden.file.Calls) > 0 {
				t.Fatalf("%d of %d stale answers kept", n, len(requests))
			}
			rec = reread(t, kept)
			checkCarried(t, before, replayed(t, edit[s.Name], c, rec), stale)
		}
		for _, l := range rec.Lines {
			if l.CarriedFrom != "" && l.CarriedFrom != seen[l.Path] {
				t.Errorf("%s: carried from %s, and the model has seen %s", l.Path, l.CarriedFrom, seen[l.Path])
			}
		}
	})
	if calls < 50 {
		t.Errorf("only %d answers kept", calls)
	}
}

// checkCarried: no answer is stale, those that were are carried, and all are unchanged.
func checkCarried(t *testing.T, before, after *trace.Trace, stale map[string]bool) {
	t.Helper()
	was := map[string]*trace.Call{}
	for _, call := range before.Calls() {
		was[call.Path] = call
	}
	for _, call := range after.Calls() {
		switch {
		case call.Origin.Match == pipeline.MatchStale || stale[call.Path] && !call.Origin.Carried:
			t.Errorf("%s: %s, carried: %t", call.Path, call.Origin.Match, call.Origin.Carried)
		case was[call.Path] == nil || was[call.Path].Response.Content != call.Response.Content:
			t.Errorf("%s: another answer: %q", call.Path, call.Response.Content)
		}
	}
	if len(was) != len(after.Calls()) {
		t.Errorf("%d calls, were %d", len(after.Calls()), len(was))
	}
}

// replayed returns the trace of a case that a recording answers.
func replayed(t *testing.T, s *project.Suite, c *fixtures.Case, rec *model.Recording) *trace.Trace {
	t.Helper()
	replay := model.NewReplay(rec, 1, model.Nothing{})
	replay.Mask = s.Masker()
	r := finished(t, s, c, replay)
	masked := r.trace()
	masked.Mask(s.Masker())
	return masked
}

// reread returns a recording that was written and read.
func reread(t *testing.T, rec *model.Recording) *model.Recording {
	t.Helper()
	text, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := model.ReadRecording(text, "recording.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return back
}

var define = regexp.MustCompile(`\{\{define "[A-Z][^"]*"( -)?\}\}`)

// editedPrompts returns a folder of templates with a text at the head of all sections.
func editedPrompts(t *testing.T, prompts fs.FS, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	err := fs.WalkDir(prompts, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(prompts, name)
		if err != nil {
			return err
		}
		data = define.ReplaceAllFunc(data, func(d []byte) []byte { return append(append([]byte(nil), d...), text...) })
		return os.WriteFile(filepath.Join(dir, name), data, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// edited returns the suites of the repository and of the starter project, by name, with a text at the head of all
// sections.
func edited(t *testing.T, text string) map[string]*project.Suite {
	t.Helper()
	systems := builtin(t)
	folders := map[string]string{}
	for name, s := range systems {
		if s, ok := s.(pipeline.Prompted); ok {
			folders[name] = name + "=" + editedPrompts(t, s.Prompts(), text)
		}
	}
	root, err := project.Find(".", "../..")
	if err != nil {
		t.Fatal(err)
	}
	example, err := project.Open(starter.Files(), "")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*project.Suite{}
	for _, p := range []*project.Project{root, example} {
		plain, err := project.Load(t.Context(), p, systems, nil)
		if err != nil {
			t.Fatal(err)
		}
		var given []string // of the systems of the project's suites
		for _, s := range plain {
			if folder := folders[s.System]; folder != "" && !slices.Contains(given, folder) {
				given = append(given, folder)
			}
		}
		loaded, err := project.Load(t.Context(), p, systems, nil, given...)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range loaded {
			if s.Prompts == "" {
				all[s.Name] = s
			}
		}
	}
	return all
}

package runner_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/check"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// onDisk writes a project of one case and gives its root.
func onDisk(t *testing.T, conversation string) string {
	t.Helper()
	root := t.TempDir()
	edit(t, root, "suites/s.yaml", "system: echo\n")
	edit(t, root, "fixtures/conversations/hello.yaml", conversation)
	return root
}

// edit writes a file of a project.
func edit(t *testing.T, root, file, text string) {
	t.Helper()
	file = filepath.Join(root, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// files returns the names of the suite's goldens and of the pending files beside them.
func files(t *testing.T, root string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root, "goldens", "s"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// compared returns the result of the project's one case, with the pending files written or not.
func compared(t *testing.T, root string, write bool) *result.Result {
	t.Helper()
	p, err := project.Open(os.DirFS(root), root)
	if err != nil {
		t.Fatal(err)
	}
	o := runner.Options{Compare: true}
	if write {
		o.Keep = &goldens.Run{Name: "r"}
	}
	results := run(t, p, echo{}, o)
	if len(results) != 1 || len(results[0].Errors) > 0 {
		t.Fatalf("results %+v", results)
	}
	return results[0]
}

// accept accepts all pending changes.
func accept(t *testing.T, root string) ([]review.Accepted, error) {
	t.Helper()
	p, err := project.Open(os.DirFS(root), root)
	if err != nil {
		t.Fatal(err)
	}
	systems := map[string]pipeline.System{"echo": echo{}}
	loaded, err := project.Load(context.Background(), p, systems, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return runner.AcceptAll(t, loaded, systems)
}

const (
	helloCase   = "forms: [openai, ollama]\nturns:\n  - user: Hello\n    answers: {main: Hi.}\n"
	eveningCase = "forms: [openai, ollama]\nturns:\n  - user: Good evening\n    answers: {main: Hi.}\n"
	openAIFile  = "goldens/s/hello.openai.json"
	ollamaFile  = "goldens/s/hello.ollama.json"
)

// changesOf returns the forms of both kinds with this status.
func changesOf(status result.PromptStatus) []result.FormChange {
	return []result.FormChange{{Form: "openai", File: openAIFile, Status: status}, {Form: "ollama", File: ollamaFile,
		Status: status}}
}

// From new through accepted and unchanged to changed and outdated: every state of a case's forms, in one life.
func TestForms_X2_Life(t *testing.T) {
	root := onDisk(t, helloCase)
	check := func(what string, want []result.FormChange, wantFiles ...string) {
		t.Helper()
		if d := cmp.Diff(want, compared(t, root, true).Forms); d != "" {
			t.Errorf("%s: forms (-want +got):\n%s", what, d)
		}
		if d := cmp.Diff(wantFiles, files(t, root)); d != "" {
			t.Errorf("%s: files (-want +got):\n%s", what, d)
		}
	}
	kept := []string{"hello.ollama.json", "hello.openai.json", "hello.yaml"}
	waiting := []string{"hello.ollama.json", "hello.ollama.pending.json", "hello.openai.json",
		"hello.openai.pending.json", "hello.pending.yaml", "hello.yaml"}
	check("new", changesOf(result.New), "hello.ollama.pending.json", "hello.openai.pending.json", "hello.pending.yaml")
	taken, err := accept(t, root)
	want := []review.Accepted{{Suite: "s", Case: "hello", Taken: result.Taken{Calls: 1, Forms: 2}}}
	if d := cmp.Diff(want, taken); err != nil || d != "" {
		t.Errorf("%v, accepted (-want +got):\n%s", err, d)
	}
	check("accepted", nil, kept...)
	if taken, err := accept(t, root); err != nil || len(taken) > 0 {
		t.Errorf("accepted once more: %+v, %v", taken, err)
	}
	edit(t, root, "fixtures/conversations/hello.yaml", eveningCase)
	check("changed", changesOf(result.Changed), waiting...)

	edit(t, root, "fixtures/conversations/hello.yaml", strings.Replace(eveningCase, "evening", "night", 1))
	before, err := os.ReadFile(filepath.Join(root, openAIFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := accept(t, root); err == nil || !strings.Contains(err.Error(),
		"s/hello: changed since you looked: run again") {
		t.Errorf("an outdated form: %v", err)
	}
	if after, err := os.ReadFile(filepath.Join(root, openAIFile)); err != nil || string(after) != string(before) {
		t.Errorf("%v, an outdated form was taken", err)
	}
	edit(t, root, "fixtures/conversations/hello.yaml", helloCase)
	check("taken back", nil, kept...)
}

// Forms are counted separately: they are not prompts, and a prompt stays unchanged beside a changed form.
func TestForms_X2_ApartFromPrompts(t *testing.T) {
	root := onDisk(t, helloCase)
	compared(t, root, true)
	if _, err := accept(t, root); err != nil {
		t.Fatal(err)
	}
	edit(t, root, openAIFile, "{}\n")
	res := compared(t, root, true)
	if d := cmp.Diff(changesOf(result.Changed)[:1], res.Forms); d != "" {
		t.Errorf("forms (-want +got):\n%s", d)
	}
	if len(res.Changes) != 1 || res.Changes[0].Status != result.Unchanged || res.Status != result.StatusOK ||
		res.Pending != "" {
		t.Errorf("%s, prompts %+v, pending %q", res.Status, res.Changes, res.Pending)
	}
}

// A run that must not write writes nothing: neither goldens nor files beside them; pending files stay.
func TestForms_X2_WithoutWriting(t *testing.T) {
	root := onDisk(t, helloCase)
	if d := cmp.Diff(changesOf(result.New), compared(t, root, false).Forms); d != "" {
		t.Errorf("forms (-want +got):\n%s", d)
	}
	if got := files(t, root); len(got) > 0 {
		t.Errorf("files were written: %v", got)
	}
	compared(t, root, true)
	waiting := files(t, root)
	edit(t, root, "fixtures/conversations/hello.yaml", eveningCase)
	compared(t, root, false)
	if d := cmp.Diff(waiting, files(t, root)); d != "" || len(waiting) != 3 {
		t.Errorf("what waits (-before +after):\n%s", d)
	}
}

// The file holds every call of the case in order, each with the body that the provider would get.
func TestForms_X1_X2_File(t *testing.T) {
	root := onDisk(t, helloCase)
	compared(t, root, true)
	if _, err := accept(t, root); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, openAIFile))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Case, Suite, Form string
		Pending           any
		Calls             []struct {
			Path string
			Body struct{ Messages []map[string]string }
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Case != "hello" || got.Suite != "s" || got.Form != "openai" || got.Pending != nil || len(got.Calls) != 1 ||
		got.Calls[0].Path != "turn-1/main" {
		t.Fatalf("file %+v", got)
	}
	if d := cmp.Diff([]map[string]string{{"role": "user", "content": "Hello"}}, got.Calls[0].Body.Messages); d != "" {
		t.Errorf("messages (-want +got):\n%s", d)
	}
}

// A kept form that its case no longer names is reported, like the golden of a removed case: else it would stay for
// ever, never compared.
func TestForms_X2_LeftOver(t *testing.T) {
	root := onDisk(t, helloCase)
	compared(t, root, true)
	if _, err := accept(t, root); err != nil {
		t.Fatal(err)
	}
	edit(t, root, "fixtures/conversations/hello.yaml", strings.Replace(helloCase, ", ollama", "", 1))
	for _, f := range compared(t, root, true).Forms {
		if f.File == ollamaFile {
			return
		}
	}
	p, err := project.Open(os.DirFS(root), root)
	if err != nil {
		t.Fatal(err)
	}
	report, err := check.Run(t.Context(), p, map[string]pipeline.System{"echo": echo{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range report.Problems {
		if problem.Path == ollamaFile {
			return
		}
	}
	t.Errorf("neither a run nor a check says that %s is left over", ollamaFile)
}

package prompt_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

func folder(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fsys
}

func TestLoadAll(t *testing.T) {
	specs := []prompt.Spec{{File: "router.user.tmpl", Data: task{}}, {File: "main.system.tmpl"}}
	set, err := prompt.LoadAll(folder("router.user.tmpl", `{{define "U"}}{{.Title}}{{end}}`, "main.system.tmpl",
		`{{define "S"}}s{{end}}`, "README.md", "{{"), specs...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := set.Render("router.user.tmpl", task{Title: "T"})
	if diff := cmp.Diff([]pipeline.Section{section("U", "T")}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if _, err := set.Render("router.tmpl", nil); err == nil || err.Error() != "router.tmpl: not in the set" {
		t.Errorf("got %v", err)
	}
}

func TestLoadAllErrors(t *testing.T) {
	specs := []prompt.Spec{{File: "router.user.tmpl", Data: task{}}, {File: "main.system.tmpl", Data: task{}},
		{File: "main.system.tmpl"}}
	_, err := prompt.LoadAll(folder("rooter.user.tmpl", "", "main.system.tmpl",
		"{{define \"S\"}}\n{{.X}}\n{{.Titel}}{{end}}"), specs...)
	want := `main.system.tmpl: two specs for one file
main.system.tmpl:2: unknown field .X of task (known: .Title, .Goal, .Short)
main.system.tmpl:3: unknown field .Titel of task (nearest: .Title)
rooter.user.tmpl: no such prompt (nearest: router.user.tmpl)
router.user.tmpl: missing`
	if err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

package prompt_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

func TestOver(t *testing.T) {
	own := fstest.MapFS{"a.tmpl": {Data: []byte("own a")}, "b.tmpl": {Data: []byte("own b")}}
	fsys := prompt.Over(fstest.MapFS{"b.tmpl": {Data: []byte("other b")}, "c.tmpl": {Data: []byte("other c")}}, own)
	got := map[string]string{}
	files, err := fs.Glob(fsys, "*.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := fs.ReadFile(fsys, f)
		if err != nil {
			t.Fatal(err)
		}
		got[f] = string(data)
	}
	want := map[string]string{"a.tmpl": "own a", "b.tmpl": "other b", "c.tmpl": "other c"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := prompt.Digests(fsys); err != nil {
		t.Error(err)
	}
	if _, err := fs.ReadDir(prompt.Over(fstest.MapFS{}, own), "none"); err == nil {
		t.Error("a folder that neither has was read")
	}
}

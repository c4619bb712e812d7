package project

import (
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// Folders that suites name outside the data folders are watched too; an unreadable suite names none.
func TestWatched(t *testing.T) {
	p, err := Open(fstest.MapFS{
		RootFile: {Data: []byte("goldens: accepted\n")},
		"suites/a.yaml": {Data: []byte("system: x\nprompts: ../prompts\n" +
			"skills: [../lib/skills, ../fixtures/skills]\n")},
		"suites/b.yaml":      {Data: []byte("prompts: own\nskills: ../../outside\n")},
		"suites/broken.yaml": {Data: []byte("prompts: [")},
		"suites/list.yaml":   {Data: []byte("- prompts")},
		"suites/empty.yaml":  {},
	}, "root")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range []string{RootFile, "suites", "fixtures", "accepted", "prompts", "lib/skills", "../outside"} {
		want = append(want, filepath.Join("root", filepath.FromSlash(name)))
	}
	if d := cmp.Diff(want, Watched(p)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

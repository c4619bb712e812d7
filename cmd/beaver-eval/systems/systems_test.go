package systems

import (
	"io/fs"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A folder of templates without the name of a system applies to the systems that know all of its files, so no two
// systems have a template of the same name.
func TestTemplatesAreOfOneSystem(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	owner := map[string]string{}
	for _, s := range all {
		p, ok := s.(pipeline.Prompted)
		if !ok {
			continue
		}
		files, err := fs.Glob(p.Prompts(), "*.tmpl")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has the templates %v (%v)", s.Name(), files, err)
		}
		for _, file := range files {
			if other := owner[file]; other != "" {
				t.Errorf("%s is a template of %s and of %s", file, other, s.Name())
			}
			owner[file] = s.Name()
		}
	}
}

func TestNamesDiffer(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, s := range all {
		names[s.Name()] = true
	}
	if len(names) != len(all) {
		t.Errorf("%d systems have %d names", len(all), len(names))
	}
}

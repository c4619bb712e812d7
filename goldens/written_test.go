package goldens

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// What Append writes is never left to the YAML parser, and both read the same.
func TestReadWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, err := file().Draw(t, "file").Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if readWritten("x", data) == nil {
			t.Fatalf("left to the YAML parser:\n%s", data)
		}
		if d := disagreement(data); d != "" {
			t.Fatal(d)
		}
	})
}

// Every golden of this repository is read quickly, as the YAML parser reads it.
func TestReadWrittenRepository(t *testing.T) {
	n := 0
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(name)
		if err == nil && readWritten(name, data) != nil {
			n++
		} else {
			t.Errorf("%s: left to the YAML parser", name)
		}
		if d := disagreement(data); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		return err
	})
	if err != nil || n < 300 {
		t.Errorf("%d goldens, %v", n, err)
	}
}

// disagreement compares the two readers; empty: they agree, or the quick one reads nothing.
func disagreement(data []byte) string {
	quick := readWritten("x", data)
	if quick == nil {
		return ""
	}
	want, err := readYAML("x", data)
	if err != nil {
		return err.Error()
	}
	return cmp.Diff(want, quick, cmpopts.EquateEmpty())
}

// Whatever the bytes are, the quick reader declines them or agrees with the YAML parser.
func FuzzReadWritten(f *testing.F) {
	for i := range 8 {
		if data, err := file().Example(i).Append(nil); err == nil {
			f.Add(data)
		}
	}
	f.Add([]byte(exampleText))
	f.Fuzz(func(t *testing.T, data []byte) {
		if d := disagreement(data); d != "" {
			t.Fatal(d)
		}
	})
}

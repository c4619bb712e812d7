package packed

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// golden returns a golden of a case with a call for each text.
func golden(id string, texts ...string) *goldens.File {
	f := &goldens.File{Suite: "s", Case: id}
	for i, text := range texts {
		f.Calls = append(f.Calls, goldens.Call{Path: fmt.Sprintf("turn-1/main-%d", i+1), Stage: "main",
			Messages: []pipeline.Message{{Role: pipeline.RoleUser,
				Sections: []pipeline.Section{{Name: "M", Text: text}}}}})
	}
	return f
}

func storeIn(dir string) goldens.Store {
	return goldens.Store{FS: os.DirFS(dir), Dir: "goldens", Disk: dir}
}

// session opens the goldens of the suite s, changes them and writes them.
func session(t interface{ Fatal(...any) }, dir string, change func(*Goldens) error) {
	g, err := Open(storeIn(dir), "s")
	if err == nil {
		err = change(g)
	}
	if err == nil {
		err = g.Flush()
	}
	if err == nil {
		err = g.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Whatever is accepted and removed, in any order and however often sorted on disk, the files hold what was written
// last.
func TestGoldens(t *testing.T) {
	ids := rapid.SampledFrom([]string{"a", "b", "case-1", "case-10", "Fall Ä", "x\"y", "z/z", "<&>", "\u2028"})
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		want, waits := map[string]*goldens.File{}, map[string]int{}
		for range rapid.IntRange(1, 4).Draw(t, "sessions") {
			session(t, dir, func(g *Goldens) error {
				for range rapid.IntRange(0, 12).Draw(t, "changes") {
					id := ids.Draw(t, "id")
					var err error
					switch rapid.IntRange(0, 5).Draw(t, "change") {
					case 0:
						delete(want, id)
						err = g.Remove(id)
					case 1:
						waits[id] = len(id)
						err = g.Keep(Change{&goldens.File{Case: id, Pending: &goldens.Pending{Shown: "x"}}, len(id)})
					case 2:
						delete(waits, id)
						err = g.Drop(id)
					case 3:
						g.accepts.spill()
					default:
						want[id] = golden(id, rapid.SliceOfN(rapid.StringN(0, 4, -1), 1, 3).Draw(t, "texts")...)
						err = g.Accept(want[id])
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
			same(t, dir, want, waits)
		}
	})
}

// same compares the files with what they should hold.
func same(t *rapid.T, dir string, want map[string]*goldens.File, waits map[string]int) {
	g, err := Open(storeIn(dir), "s")
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	var got []string
	err = g.Each(func(f *goldens.File) error {
		got = append(got, f.Case)
		for _, c := range goldens.Compare(f, want[f.Case]) {
			if c.Status != goldens.Unchanged {
				return fmt.Errorf("%s: %s", f.Case, c.Text())
			}
		}
		if ok, err := g.Same(want[f.Case]); !ok || err != nil {
			return fmt.Errorf("%s is not the same: %w", f.Case, err)
		}
		return nil
	})
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), got); err != nil || diff != "" {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	var found []string
	err = g.EachWaiting(func(c Change) error {
		found = append(found, c.Case)
		if of, err := g.Waiting(c.Case); err != nil || of.Differ != waits[c.Case] {
			return fmt.Errorf("%s: %d calls, want %d: %w", c.Case, of.Differ, waits[c.Case], err)
		}
		return nil
	})
	if diff := cmp.Diff(slices.Sorted(maps.Keys(waits)), found); err != nil || diff != "" {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	if f, err := g.Golden("nobody"); f != nil || err != nil {
		t.Fatalf("a golden of nobody: %v, %v", f, err)
	}
}

// The text of a call is kept once it has changed, until it is packed again.
func TestAccept_keepsChangedTexts(t *testing.T) {
	dir := t.TempDir()
	kept := func(want ...string) {
		t.Helper()
		g, err := Open(storeIn(dir), "s")
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		f, err := g.Golden("a")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range f.Calls {
			text := "digest"
			if c.Digest == "" {
				text = c.Messages[0].Sections[0].Text
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	accept := func(f *goldens.File) { session(t, dir, func(g *Goldens) error { return g.Accept(f) }) }
	accept(golden("a", "one", "two"))
	kept("digest", "digest")
	accept(golden("a", "one", "2", "three"))
	kept("digest", "2", "digest")
	accept(golden("a", "one", "2", "three"))
	kept("digest", "2", "digest")
	session(t, dir, func(g *Goldens) error {
		_, err := g.Pack(golden("a", "one", "2", "three"))
		return err
	})
	kept("digest", "digest", "digest")
}

// A file is read in blocks, and each case is found in its own.
func TestGoldens_manyBlocks(t *testing.T) {
	dir := t.TempDir()
	session(t, dir, func(g *Goldens) error {
		for i := range 3000 {
			if err := g.Accept(golden(fmt.Sprint("case-", i), fmt.Sprint(i), "same")); err != nil {
				return err
			}
		}
		return nil
	})
	g, err := Open(storeIn(dir), "s")
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if len(g.golden.blocks) < 5 {
		t.Errorf("%d blocks", len(g.golden.blocks))
	}
	for i := range 3000 {
		if ok, err := g.Same(golden(fmt.Sprint("case-", i), fmt.Sprint(i), "same")); !ok || err != nil {
			t.Fatalf("case-%d: %v, %v", i, ok, err)
		}
	}
	if ok, err := g.Same(golden("case-7", "8", "same")); ok || err != nil {
		t.Errorf("another text is the same: %v", err)
	}
	if ok, err := g.Same(golden("case-7", "7")); ok || err != nil {
		t.Errorf("a golden with a call more is the same: %v", err)
	}
}

// A file that this program has not written so is one error with its line.
func TestOpen_errors(t *testing.T) {
	head := `{"packed":1,"suite":"s"}` + "\n"
	line := func(id, path string) string {
		return fmt.Sprintf(`{"case":%q,"path":%q,"stage":"main","digest":"%032d"}`, id, path, 7) + "\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "packed.jsonl:1: the file ends within a line"},
		"CR LF":         {strings.ReplaceAll(head, "\n", "\r\n"), "packed.jsonl:1: its lines end in CR LF"},
		"torn head":     {head[:9], "packed.jsonl:1: the file ends within a line"},
		"torn line":     {head + line("a", "x")[:30], "packed.jsonl:2: the file ends within a line"},
		"another suite": {`{"packed":1,"suite":"t"}` + "\n", "packed.jsonl:1: packed goldens of another suite"},
		"a newer version": {`{"packed":2,"suite":"s"}` + "\n",
			"packed.jsonl:1: packed goldens in version 2, and this beaver-eval reads version 1: update"},
		"something else": {"hello\n", "packed.jsonl:1: not packed goldens of the suite s"},
		"not sorted":     {head + line("b", "x") + line("a", "x"), `packed.jsonl:3: the case "a" stands behind "b"`},
		"a case twice": {head + line("a", "x") + line("b", "x") + line("a", "y"),
			`packed.jsonl:4: the case "a" stands behind "b"`},
		"a call twice":   {head + line("a", "x") + line("a", "x"), `packed.jsonl:3: the case "a" has two lines of "x"`},
		"no case":        {head + line("", "x"), "packed.jsonl:2: a line without a case"},
		"an unknown key": {head + `{"case":"a","why":1}` + "\n", `packed.jsonl:2: json: unknown field "why"`},
		"spaces": {head + strings.Replace(line("a", "x"), ":", ": ", 1),
			"packed.jsonl:2: not as this program writes it"},
		"carriage return": {head + strings.Replace(line("a", "x"), "\n", "\r\n", 1),
			"packed.jsonl:2: not as this program writes it"},
		"a short digest": {head + strings.Replace(line("a", "x"), "007", "07", 1), "packed.jsonl:2: digest: want 32"},
		"another text": {head + strings.Replace(line("a", "x"), "}", `,"text":"golden: 1\n"}`, 1),
			"packed.jsonl:2: the text of x is not the one of its digest"},
		"a conflict": {head + "<<<<<<< HEAD\n" + line("a", "x") + "=======\n>>>>>>> b\n",
			"packed.jsonl:2: it holds a merge conflict; take one side"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "goldens", "s", FileName)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, try := range []func() error{
				func() error { _, err := Open(storeIn(dir), "s"); return err },
				func() error { return Check(storeIn(dir), "goldens/s/"+FileName) },
			} {
				if err := try(); err == nil || !strings.HasPrefix(err.Error(), "goldens/s/"+c.want) {
					t.Errorf("got %v, want %s", err, c.want)
				}
			}
		})
	}
}

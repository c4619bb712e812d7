package goldens

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// written returns a store with a pending file of this text.
func written(t testing.TB, dir, text string) (s Store, file string) {
	t.Helper()
	s = Store{FS: os.DirFS(dir), Dir: "goldens", Disk: dir}
	file = s.PendingPath("s", "c")
	name := filepath.Join(dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return s, file
}

// The head of a pending file reads the same as in the whole file, whatever its calls.
func TestPendingHead(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		f := file().Draw(rt, "file")
		f.Pending = &Pending{Run: Run{Name: "r", Command: rapid.SliceOfN(word(), 0, 3).Draw(rt, "command")}, Shown: "d"}
		text, err := f.Sealed()
		if err != nil {
			rt.Fatal(err)
		}
		s, name := written(t, dir, string(text))
		whole, err := s.LoadPending(name)
		if err != nil {
			rt.Fatal(err)
		}
		whole.Calls = nil
		head, err := s.PendingHead(name)
		if d := cmp.Diff(whole, head, cmpopts.EquateEmpty()); err != nil || d != "" {
			rt.Errorf("%v, head (-whole +head):\n%s", err, d)
		}
		if !isSealed(text, whole.Pending.Seal) {
			rt.Errorf("not seen as sealed:\n%s", text)
		}
		shown, err := s.LoadShown(name)
		if d := cmp.Diff(head, shown); err != nil || d != "" {
			rt.Errorf("%v, as shown (-head +shown):\n%s", err, d)
		}
		if digest, err := f.Digest(nil); err != nil || digest != mustDigest(rt, whole, f) {
			rt.Errorf("the digest rests on who has shown it: %s, %v", digest, err)
		}
	})
}

// A pending file that has another byte somewhere, of its calls too, is rejected for the reason that LoadPending gives.
func TestLoadShownOfEdited(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		f := file().Draw(rt, "file")
		f.Pending = &Pending{Run: Run{Name: "r"}, Shown: "d"}
		text, err := f.Sealed()
		if err != nil {
			rt.Fatal(err)
		}
		text[rapid.IntRange(0, len(text)-1).Draw(rt, "place")] ^= 1
		s, name := written(t, dir, string(text))
		_, want := s.LoadPending(name)
		_, got := s.LoadShown(name)
		if want == nil || got == nil || got.Error() != want.Error() {
			rt.Errorf("got %v, want %v:\n%s", got, want, text)
		}
	})
}

// mustDigest returns the digest of the calls of f in an accepted golden.
func mustDigest(t *rapid.T, head, f *File) string {
	bare := &File{Suite: head.Suite, Case: head.Case, From: head.From, Calls: f.Calls}
	digest, err := bare.Digest(nil)
	if err != nil {
		t.Fatal(err)
	}
	return digest
}

func TestPendingErrors(t *testing.T) {
	const end = "case: c\nsuite: s\ncalls: []\n"
	const run = "golden: 1\npending:\n  run: r\n  build: b\n  shown: d\n"
	for _, tt := range []struct{ name, text, want string }{
		{"no pending file", "golden: 1\n" + end, "it does not name the run that showed it"},
		{"of an older version", "golden: 1\npending: {templates: t, case: c, answers: a}\n" + end,
			`:2: unknown key "templates"; run again`},
		{"without a run", "golden: 1\npending: {build: b, shown: d}\n" + end,
			`:2: no key "run"; run again`},
		{"nonsense", "nonsense: [\n", "; run again"},
		{"empty", "", "; run again"},
		{"a command that is a text", run + "  command: rm\n" + end, ":6: want a list; run again"},
		{"without a seal", run + end, "without a seal; run again"},
		{"another seal", run + "  seal: x\n" + end, "edited by hand since the run that wrote it"},
	} {
		s, name := written(t, t.TempDir(), tt.text)
		if _, err := s.LoadPending(name); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

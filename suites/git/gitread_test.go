package git

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// repository returns a new repository with a merge conflict in a file of a folder.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "Tester")
		t.Setenv("GIT_"+name+"_EMAIL", "tester@example.com")
	}
	dir := t.TempDir()
	git := func(args ...string) error {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		return cmd.Run()
	}
	commit := func(text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, "a b"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a b", "file ü"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"add", "-A"}, {"commit", "--quiet", "-m", text}} {
			if err := git(args...); err != nil {
				t.Fatal(args, err)
			}
		}
	}
	if err := git("init", "--quiet", "--initial-branch=main"); err != nil {
		t.Fatal(err)
	}
	commit("base\n")
	if err := git("checkout", "--quiet", "-b", "feature"); err != nil {
		t.Fatal(err)
	}
	commit("theirs missing\n")
	if err := git("checkout", "--quiet", "main"); err != nil {
		t.Fatal(err)
	}
	commit("ours, without an end of line")
	if err := git("merge", "--quiet", "feature"); err == nil {
		t.Fatal("there is no conflict")
	}
	return dir
}

func TestRead(t *testing.T) {
	dir := repository(t)
	for _, c := range []struct{ dir, revision, file, want string }{
		{"a b", ":2", "file ü", "ours, without an end of line"},
		{"a b", ":3", "file ü", "theirs missing\n"},
		{".", ":3", "a b/file ü", "theirs missing\n"},
		{".", "feature", "a b/file ü", "theirs missing\n"},
		{".", "HEAD~1", "a b/file ü", "base\n"},
	} {
		r, err := OpenReader(t.Context(), filepath.Join(dir, c.dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, none := range [][2]string{{":2", "missing"}, {"nowhere", c.file}, {":0", c.file}, {"HEAD", "a\nb"},
			{"HEAD", "."}} {
			if got, err := r.Read(none[0], none[1]); got != nil || err != nil {
				t.Errorf("%s %s: %q, %v", none[0], none[1], got, err)
			}
		}
		if got, err := r.Read(c.revision, c.file); string(got) != c.want || err != nil {
			t.Errorf("%s %s in %s: %q, %v", c.revision, c.file, c.dir, got, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Whatever is read of a file, the next one comes whole.
func TestStream(t *testing.T) {
	r, err := OpenReader(t.Context(), repository(t))
	if err != nil {
		t.Fatal(err)
	}
	const name = "HEAD~1:a b/file ü" // git takes it as it takes an id
	for _, most := range []int64{0, 2, 100} {
		var got []byte
		failed := errors.New("enough")
		there, err := r.Stream(name, func(in io.Reader) (err error) {
			got, err = io.ReadAll(io.LimitReader(in, most))
			return errors.Join(err, failed)
		})
		if want := "base\n"[:min(most, 5)]; !there || !errors.Is(err, failed) || string(got) != want {
			t.Errorf("%q, %v, %v: want %q", got, there, err, want)
		}
	}
	for _, none := range []string{"HEAD:nothing", "HEAD"} {
		there, err := r.Stream(none, func(io.Reader) error { return errors.New("called") })
		if there || err != nil {
			t.Errorf("%s: %v, %v", none, there, err)
		}
	}
	if got, err := r.Read("HEAD~1", "a b/file ü"); string(got) != "base\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestReadOutsideOfARepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	r, err := OpenReader(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := r.Read(":2", "file"); got != nil || err == nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
	r.Close()
	if _, err := OpenReader(t.Context(), filepath.Join(dir, "missing")); err == nil {
		t.Error("git runs in a folder that is not there")
	}
}

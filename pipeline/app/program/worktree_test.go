//go:build unix

package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// treeOf describes what is in a folder, by name: the content of files with their modes, where links lead.
func treeOf(t interface{ Fatal(...any) }, dir string) map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		all[rel] = info.Mode().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := os.Readlink(name)
			all[rel] += " " + to
			return err
		case info.Mode().IsRegular():
			data, err := os.ReadFile(name)
			all[rel] += fmt.Sprintf(" %q", data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// put writes a file with its folders.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// copyOf returns a copy of a folder.
func copyOf(t *testing.T, dir string, except ...string) string {
	t.Helper()
	tree, err := ReadTree(t.Context(), dir, except...)
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	if err := tree.Copy(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestCopyOfTree(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{
		"agent.py", "lib/a.py", ".git/config", "sub/.git/config", "goldens/a.yaml", "lib/goldens/b.yaml",
		"node_modules/x/index.js", "web/node_modules/y.js", ".venv/bin/python", "target/debug/a", "run.sh", "secret",
		prefix + "1/work/agent.py",
	} {
		put(t, in(name), name)
	}
	scratchWrite(t, filepath.Join(away, "file"))
	link(t, "lib/a.py", in("inside"))
	link(t, in("lib"), in("absolute"))
	link(t, "../agent.py", in("lib/up"))
	link(t, filepath.Join(away, "file"), in("outside"))
	link(t, filepath.Join("..", filepath.Base(away)), in("beside"))
	link(t, "loop", in("loop"))
	link(t, "..", in("lib/parent"))
	link(t, "nowhere", in("dangling"))
	for _, err := range []error{
		os.Chmod(in("run.sh"), 0o755), os.Chmod(in("secret"), 0),
		syscall.Mkfifo(in("fifo"), 0o600), os.Mkdir(in("empty"), 0o500), os.Chmod(in("lib"), 0o500),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(in("lib"), 0o700)
	socket, err := net.Listen("unix", in("s"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()

	got := treeOf(t, copyOf(t, dir, "goldens"))
	for name, text := range got {
		got[name] = strings.ReplaceAll(text, dir, "DIR")
	}
	want := map[string]string{
		"agent.py": `-rw-r--r-- "agent.py"`, "run.sh": `-rwxr-xr-x "run.sh"`,
		"lib": "drwx------", "lib/a.py": `-rw-r--r-- "lib/a.py"`, "lib/goldens": "drwxr-xr-x",
		"lib/goldens/b.yaml": `-rw-r--r-- "lib/goldens/b.yaml"`, "empty": "drwx------", "sub": "drwxr-xr-x",
		"web": "drwxr-xr-x", "web/node_modules": "Lrwxrwxrwx DIR/web/node_modules",
		"node_modules": "Lrwxrwxrwx DIR/node_modules", ".venv": "Lrwxrwxrwx DIR/.venv",
		"target": "Lrwxrwxrwx DIR/target", "inside": "Lrwxrwxrwx lib/a.py", "absolute": "Lrwxrwxrwx lib",
		"lib/up": "Lrwxrwxrwx ../agent.py", "outside": "Lrwxrwxrwx " + away + "/file", "beside": "Lrwxrwxrwx " + away,
		"loop": "Lrwxrwxrwx loop", "lib/parent": "Lrwxrwxrwx ..", "dangling": "Lrwxrwxrwx nowhere",
	}
	if os.Getuid() == 0 { // who can read everything
		want["secret"] = `---------- "secret"`
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A file keeps its time, so that what is made from it need not be made again.
func TestCopyKeepsTimes(t *testing.T) {
	dir, old := t.TempDir(), time.Date(2020, 2, 3, 4, 5, 6, 7, time.UTC)
	put(t, filepath.Join(dir, "a.py"), "")
	if err := os.Chtimes(filepath.Join(dir, "a.py"), old, old); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(copyOf(t, dir), "a.py"))
	if err != nil || !info.ModTime().Equal(old) {
		t.Errorf("%v, %v", info, err)
	}
}

// What has gone, or become something else, since the folder was read is left out.
func TestCopyOfChangedTree(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"stays", "gone", "pipe", "sub/gone"} {
		put(t, filepath.Join(dir, name), name)
	}
	tree, err := ReadTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.Remove(filepath.Join(dir, "gone")), os.RemoveAll(filepath.Join(dir, "sub")),
		os.Remove(filepath.Join(dir, "pipe")), syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	to := t.TempDir()
	if err := tree.Copy(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(to)
	if err != nil || len(left) != 2 || left[0].Name() != "stays" || left[1].Name() != "sub" {
		t.Errorf("%v, %v", left, err)
	}
}

func TestTreesTooLarge(t *testing.T) {
	sparse := func(t *testing.T, name string, megabytes int64) {
		put(t, name, "")
		if err := os.Truncate(name, megabytes<<20); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		make func(t *testing.T, dir string)
		want string
	}{
		"bytes": {func(t *testing.T, dir string) {
			sparse(t, filepath.Join(dir, "data/b/x"), 150)
			sparse(t, filepath.Join(dir, "models/m"), 60)
			sparse(t, filepath.Join(dir, "dump\x1b.sql"), 20)
			sparse(t, filepath.Join(dir, "node_modules/m"), 2000)
			sparse(t, filepath.Join(dir, "small"), 1)
		}, `a copy of the project would have 231 MB, at most 200 MB are copied for each case: move what the ` +
			`program does not need out of it (data/ 150 MB, models/ 60 MB, dump\x1b.sql 20 MB)`},
		"files": {func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "a/0"), "")
			for i := range MaxTreeFiles {
				if err := os.Link(filepath.Join(dir, "a/0"), filepath.Join(dir, fmt.Sprint("a/x", i))); err != nil {
					t.Skip(err)
				}
			}
		}, `a copy of the project would have 20001 files, at most 20000 files are copied for each case: move what ` +
			`the program does not need out of it (a/ 20001 files)`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tt.make(t, dir)
			if _, err := ReadTree(t.Context(), dir); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
	if _, err := ReadTree(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that does not exist was read")
	}
}

// The error of a copy names the file, and no temporary folder.
func TestCopyFails(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a/b"), "x")
	tree, err := ReadTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	tree.entries = append(tree.entries, tree.entries...) // as if the folder of temporary files were full
	to := t.TempDir()
	if err := tree.Copy(t.Context(), to); err == nil || err.Error() != "a: file exists" {
		t.Error(err)
	}
}

// Reading a folder and copying it end with the run.
func TestCopyStops(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "x")
	tree, err := ReadTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := ReadTree(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	to := t.TempDir()
	if err := tree.Copy(ctx, to); !errors.Is(err, context.Canceled) || len(treeOf(t, to)) > 0 {
		t.Errorf("%v, %v", err, treeOf(t, to))
	}
}

// Whatever is written anywhere in a copy, the original stays as it is to the byte, and the copy can be removed.
func TestOriginalStays(t *testing.T) {
	base := t.TempDir()
	temporary(t)
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		grow(t, dir)
		before := treeOf(t, dir)
		tree, err := ReadTree(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		scratch, err := NewScratch()
		if err != nil {
			t.Fatal(err)
		}
		work, err := scratch.Work()
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Copy(t.Context(), work); err != nil {
			t.Fatal(err)
		}
		spoil(t, work)
		if err := scratch.Remove(); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(before, treeOf(t, dir)); d != "" {
			t.Fatal(d)
		}
	})
}

// grow makes a folder of files, folders and links, which lead anywhere in it.
func grow(t *rapid.T, dir string) {
	names := []string{"."}
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.Mkdir(dir, 0o755))
	folders := []string{"."}
	for i := range rapid.IntRange(0, 12).Draw(t, "entries") {
		name := filepath.Join(rapid.SampledFrom(folders).Draw(t, "folder"), fmt.Sprint("n", i))
		full := filepath.Join(dir, name)
		switch rapid.SampledFrom([]string{"file", "folder", "link", "absolute"}).Draw(t, "kind") {
		case "file":
			mode := rapid.SampledFrom([]fs.FileMode{0o644, 0o400, 0o755}).Draw(t, "mode")
			check(os.WriteFile(full, []byte(name), mode))
		case "folder":
			check(os.Mkdir(full, 0o755))
			folders = append(folders, name)
		case "link":
			to, err := filepath.Rel(filepath.Dir(full), filepath.Join(dir, rapid.SampledFrom(names).Draw(t, "to")))
			check(err)
			check(os.Symlink(to, full))
		case "absolute":
			check(os.Symlink(filepath.Join(dir, rapid.SampledFrom(names).Draw(t, "to")), full))
		}
		names = append(names, name)
	}
}

// spoil writes over, through and beside everything in a folder, and takes away its rights.
func spoil(t *rapid.T, dir string) {
	var folders []string
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			folders = append(folders, name)
			return os.WriteFile(filepath.Join(name, "new"), []byte("new"), 0o600)
		}
		_ = os.Chmod(name, 0o700) // through links too; one that leads nowhere has no mode
		if f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0o600); err == nil {
			_, err = f.WriteString("spoilt")
			return errors.Join(err, f.Close())
		}
		return os.WriteFile(filepath.Join(name, "through"), nil, 0o600) // a link to a folder
	})
	for _, folder := range folders {
		if rapid.Bool().Draw(t, "shut") {
			_ = os.Chmod(folder, 0o500)
		}
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}

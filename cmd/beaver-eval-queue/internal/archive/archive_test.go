package archive

import (
	"archive/tar"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// write makes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the files below a folder.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// What is unpacked is what was packed, but for links and for files that hold secrets by custom; programs stay programs.
func TestPack(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	want := map[string]string{"a.txt": "A", "b/c.yaml": "", "b/run.sh": "#!/bin/sh\n"}
	write(t, from, want)
	write(t, from, map[string]string{".env": "KEY=1", "b/.env.local": "KEY=1", "id.pem": "k", "u.creds": "k"})
	err := errors.Join(os.Chmod(filepath.Join(from, "b", "run.sh"), 0o755), os.Symlink("/etc/passwd", from+"/link"))
	if err != nil {
		t.Fatal(err)
	}
	var packed, again bytes.Buffer
	names := []string{"link", "b/run.sh", "b/c.yaml", "a.txt", ".env", "b/.env.local", "id.pem", "u.creds"}
	if err := errors.Join(Pack(&packed, from, names), Pack(&again, from, names)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(packed.Bytes(), again.Bytes()) {
		t.Error("the same files gave other bytes")
	}
	if err := Unpack(&packed, to); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, read(t, to)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	info, err := os.Stat(filepath.Join(to, "b", "run.sh"))
	if err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("b/run.sh is no program: %v %v", info.Mode(), err)
	}
}

// A file outside of the folder is not packed, whether its name or a link leads there.
func TestPackLeavesTheFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"secret": "S", "in/a": "A"})
	if err := os.Symlink("..", filepath.Join(dir, "in", "up")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../secret", "up/secret", filepath.Join(dir, "secret")} {
		var b bytes.Buffer
		if err := Pack(&b, filepath.Join(dir, "in"), []string{name}); err == nil {
			t.Errorf("%s was packed", name)
		}
	}
}

// An archive that would write anywhere else, or anything but regular files, is refused.
func TestUnpackHostile(t *testing.T) {
	for what, headers := range map[string][]tar.Header{
		"a way up":       {{Name: "../out", Typeflag: tar.TypeReg}},
		"a way up, deep": {{Name: "a/../../out", Typeflag: tar.TypeReg}},
		"absolute":       {{Name: "/tmp/out", Typeflag: tar.TypeReg}},
		"a link":         {{Name: "a", Typeflag: tar.TypeSymlink, Linkname: "/etc"}},
		"a hard link":    {{Name: "a", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}},
		"a device":       {{Name: "a", Typeflag: tar.TypeChar}},
		"twice":          {{Name: "a", Typeflag: tar.TypeReg}, {Name: "a", Typeflag: tar.TypeReg}},
		"a folder":       {{Name: "a/b", Typeflag: tar.TypeReg}, {Name: "a", Typeflag: tar.TypeReg}},
		"too large":      {{Name: "a", Typeflag: tar.TypeReg, Size: maxBytes + 1}},
	} {
		t.Run(what, func(t *testing.T) {
			var b bytes.Buffer
			z, err := zstd.NewWriter(&b)
			if err != nil {
				t.Fatal(err)
			}
			w := tar.NewWriter(z)
			for _, h := range headers {
				if err := w.WriteHeader(&h); err != nil {
					t.Fatal(err)
				}
			}
			_ = w.Flush() // what is too large is not written
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			parent := t.TempDir()
			dir := filepath.Join(parent, "in")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := Unpack(&b, dir); !errors.Is(err, ErrBad) {
				t.Errorf("it was unpacked: %v", err)
			}
			if entries, err := os.ReadDir(parent); err != nil || len(entries) != 1 {
				t.Errorf("there are files outside: %v %v", entries, err)
			}
		})
	}
	if err := Unpack(bytes.NewReader([]byte("not an archive")), t.TempDir()); !errors.Is(err, ErrBad) {
		t.Errorf("no archive: %v", err)
	}
}

// A link that is in the folder before does not lead out of it.
func TestUnpackThroughLink(t *testing.T) {
	from, to, out := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, from, map[string]string{"a/b": "B"})
	var b bytes.Buffer
	if err := errors.Join(Pack(&b, from, []string{"a/b"}), os.Symlink(out, filepath.Join(to, "a"))); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(&b, to); err == nil || len(read(t, out)) > 0 {
		t.Errorf("it was written outside: %v %v", read(t, out), err)
	}
}

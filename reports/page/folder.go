package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// WriteFolder writes the page of a run as a folder with all texts: index.html, and chunk N in the script chunks/N.js,
// which sends it in base64 as the event chunk-N, since a page that was opened as a file may load scripts but no data.
// The folder appears as a whole, and must not exist or be empty.
func WriteFolder(ctx context.Context, dir string, run *stored.Run, o Options) (err error) {
	defer sparing()()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: name another folder, or remove it first", dir)
	}
	dir = filepath.Clean(dir)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	begun, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(begun))
		}
	}()
	if err := fill(ctx, begun, run, o); err != nil {
		return err
	}
	if err := os.Chmod(begun, 0o755); err != nil { // a temporary folder is only its owner's
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) { // the empty one
		return err
	}
	return os.Rename(begun, dir)
}

func fill(ctx context.Context, dir string, run *stored.Run, o Options) error {
	head, groups, err := readHead(ctx, run, o)
	if err != nil {
		return err
	}
	head.Split = true
	w := chunkWriter{groups: groups, prices: o.Prices, file: o.source, keep: func(n int, text []byte) error {
		script := fmt.Sprintf("dispatchEvent(new CustomEvent(\"chunk-%d\", { detail: \"%s\" }));\n", n, text)
		return disk.Write(filepath.Join(dir, "chunks", fmt.Sprintf("%d.js", n)), []byte(script), 0o644)
	}}
	if head.Cases.Chunk, err = w.write(ctx, run); err != nil {
		return err
	}
	return disk.Stream(filepath.Join(dir, "index.html"), 0o644, func(w io.Writer) error {
		return writeFile(w, head, nil, " 'self' file:")
	})
}

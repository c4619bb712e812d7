package project

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

func hasTemplates(fsys fs.FS) bool {
	found, _ := fs.Glob(fsys, "*.tmpl")
	return len(found) > 0
}

// promptsOf puts the folder in front of the files that an error about templates names.
func promptsOf(dir string, err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, promptsOf(dir, e))
		}
		return errors.Join(errs...)
	}
	if e, ok := err.(*prompt.Error); ok {
		return pipeline.FileErrorf(path.Join(filepath.ToSlash(dir), e.File), e.Line, "%s", e.Msg)
	}
	return err
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

package review

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	suites   []string
	stages   []string
	sections []string
	causes   []string
	run      string
	prompts  []string
	base     string // a git revision, or baseOfCI
	history  string // format of a file with versions of a prompt
	at       string // id of one of them
	format   string
}

// check reports impossible combinations of flags.
func (o *diffOptions) check(args []string) error {
	var errs []error
	if o.base != "" && (len(o.prompts) > 0 || o.run != stored.LatestFile || o.history != "") {
		errs = append(errs, errors.New("--base excludes --prompts, --run and --import"))
	}
	switch {
	case o.history != "":
		errs = append(errs, console.OneOf("--import", o.history, goldens.HistoryFormats()...))
		if len(args) != 1 {
			errs = append(errs, fmt.Errorf("--import: name one file, got %d", len(args)))
		}
		if len(o.prompts) > 0 || o.run != stored.LatestFile {
			errs = append(errs, errors.New("--import excludes --prompts and --run"))
		}
	case o.at != "":
		errs = append(errs, errors.New("--at goes with --import: it names a version in the file, "+
			"as in --import FORMAT FILE --at ID"))
	}
	return errors.Join(append(errs, o.checkPrompts(), console.OneOf("--format", o.format, "table", "json", "markdown",
		"patch"), console.CheckGlobs("--suite", o.suites), console.CheckGlobs("--stage", o.stages),
		console.CheckGlobs("--section", o.sections))...)
}

func (o *diffOptions) checkPrompts() error {
	switch {
	case len(o.prompts) > 2:
		return fmt.Errorf("--prompts: two folders are compared, got %d", len(o.prompts))
	case len(o.prompts) > 0 && o.run != stored.LatestFile:
		return errors.New("--prompts and --run exclude each other")
	}
	return nil
}

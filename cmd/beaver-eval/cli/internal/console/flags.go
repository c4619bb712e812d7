package console

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// PromptsUsage explains the values of --prompts.
const PromptsUsage = "take the templates from this `folder`, or of one system from SYSTEM=folder (may be repeated)"

// Filters select the suites, cases and calls of a verb.
type Filters struct{ stored.Filter }

// Flags adds the flags of the filters.
func (f *Filters) Flags(cmd *cobra.Command) {
	f.CaseFlags(cmd)
	f.StageFlag(cmd)
}

// StageFlag adds the filter that chooses calls.
func (f *Filters) StageFlag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Stages, "stage", nil, "only calls whose stage or path matches this `glob`")
}

// CaseFlags adds the flags of the filters that choose suites and cases, for a verb without CASE arguments.
func (f *Filters) CaseFlags(cmd *cobra.Command) {
	f.ChoiceFlags(cmd)
	cmd.Flags().StringSliceVar(&f.Cases, "case", nil,
		"only cases whose id, or suite/id, matches this `glob`")
}

// ChoiceFlags adds the flags that choose suites and cases beside a verb's CASE arguments.
func (f *Filters) ChoiceFlags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Suites, "suite", nil, "only suites whose name matches this `glob` (may be repeated)")
	cmd.Flags().StringSliceVar(&f.Tags, "tag", nil, "only cases with a tag that matches this `glob`")
	cmd.Flags().StringArrayVarP(&f.Keywords, KeywordFlag, "k", nil,
		"only cases whose id contains this `text`, in upper or lower case (may be repeated)")
}

// KeywordFlag is the long name of -k.
const KeywordFlag = "keyword"

// Check reports malformed globs, except those over cases: an id may be any text, so only a search through all ids can
// tell.
func (f *Filters) Check() error {
	return errors.Join(CheckGlobs("--suite", f.Suites), CheckGlobs("--tag", f.Tags), CheckGlobs("--stage", f.Stages))
}

// CheckGlobs checks the globs of a flag.
func CheckGlobs(flag string, globs []string) error {
	if err := filter.Check(globs); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// OneOf checks a flag's value.
func OneOf(flag, got string, want ...string) error {
	for _, w := range want {
		if got == w {
			return nil
		}
	}
	return fmt.Errorf("%s: want one of %v, got %q", flag, want, got)
}

// Quoted returns an argument quoted for a shell.
func Quoted(arg string) string { return printable.Argument(arg) }

// CheckFlags rejects a flag with an empty value: it is mostly an unset variable, and an empty filter would let
// everything through.
func CheckFlags(cmd *cobra.Command) error {
	var errs []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		empty := f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = len(list.GetSlice()) == 0
			for _, value := range list.GetSlice() {
				empty = empty || value == ""
			}
		}
		if empty {
			errs = append(errs, fmt.Errorf("--%s: an empty value; leave the flag out, or say what it should be",
				f.Name))
		}
	})
	return errors.Join(errs...)
}

// CheckCases rejects an empty CASE among a verb's arguments: it names no case.
func CheckCases(cases []string) error {
	if slices.Contains(cases, "") {
		return errors.New("CASE: an empty value; leave it out, or say what it should be")
	}
	return nil
}

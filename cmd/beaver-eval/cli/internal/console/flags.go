package console

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// PromptsUsage explains the values of --prompts.
const PromptsUsage = "take the templates from this `folder`, or of one system from SYSTEM=folder (may be repeated)"

// Filters say which suites, cases and calls a verb is about.
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

// CaseFlags adds the flags of the filters that choose suites and cases, for a verb that takes no CASE as argument.
func (f *Filters) CaseFlags(cmd *cobra.Command) {
	f.ChoiceFlags(cmd)
	cmd.Flags().StringSliceVar(&f.Cases, "case", nil,
		"only cases whose id, or suite/id, matches this `glob`")
}

// ChoiceFlags adds the flags that choose suites and cases beside the CASEs that are arguments of the verb.
func (f *Filters) ChoiceFlags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Suites, "suite", nil, "only suites whose name matches this `glob` (may be repeated)")
	cmd.Flags().StringSliceVar(&f.Tags, "tag", nil, "only cases with a tag that matches this `glob`")
	cmd.Flags().StringArrayVarP(&f.Keywords, KeywordFlag, "k", nil,
		"only cases whose id contains this `text`, in upper or lower case (may be repeated)")
}

// KeywordFlag is the long name of -k.
const KeywordFlag = "keyword"

// Check reports globs that cannot be read. Those over cases are left out: an id may be anything, and only who has seen
// all ids knows that a text is none of them.
func (f *Filters) Check() error {
	return errors.Join(filter.Check(f.Suites), filter.Check(f.Tags), filter.Check(f.Stages))
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

// Quoted returns an argument as a shell takes it.
func Quoted(arg string) string {
	if !strings.ContainsFunc(arg, func(r rune) bool { return !strings.ContainsRune(plainInShell, r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

const plainInShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

// CheckFlags refuses a flag that is given with an empty value: mostly a variable that is not set, and a filter that is
// left out so would let everything through.
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

// CheckCases says that a CASE among the arguments of a verb is empty: no case is called so, and none is no choice.
func CheckCases(cases []string) error {
	if slices.Contains(cases, "") {
		return errors.New("CASE: an empty value; leave it out, or say what it should be")
	}
	return nil
}

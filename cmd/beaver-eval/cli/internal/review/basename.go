package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/suites/git"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// baseOfCI is the value of --base without one. No revision can have this name.
const baseOfCI = "the base that CI names"

// BaseFlag adds --base, a git revision. Without a value it stands for the base that CI names.
func BaseFlag(cmd *cobra.Command, base *string, usage string) {
	cmd.Flags().StringVar(base, "base", "", usage)
	cmd.Flags().Lookup("base").NoOptDefVal = baseOfCI
}

// TakeBase gives --base the following argument as its value: a flag with an optional value takes none by itself. It
// returns the other arguments.
func TakeBase(base *string, args, raw []string) []string {
	if *base != baseOfCI {
		return args
	}
	for i := 1; i < len(raw) && raw[i-1] != "--"; i++ {
		if raw[i-1] != "--base" || raw[i] == "" || strings.HasPrefix(raw[i], "-") {
			continue
		}
		if at := slices.Index(args, raw[i]); at >= 0 {
			*base = raw[i]
			return slices.Concat(args[:at], args[at+1:])
		}
	}
	return args
}

// ciBases are the variables in which CI services name the base of a pull request: a commit, or a branch of the remote
// origin.
var ciBases = []struct {
	name   string
	branch bool
}{
	{"GITHUB_BASE_REF", true},
	{"CI_MERGE_REQUEST_DIFF_BASE_SHA", false}, // GitLab
	{"CI_MERGE_REQUEST_TARGET_BRANCH_NAME", true},
	{"CHANGE_TARGET", true}, // Jenkins
	{"BITBUCKET_PR_DESTINATION_BRANCH", true},
}

// baseRev returns the revision of --base.
func baseRev(a *console.App, base string) (string, error) {
	if base != baseOfCI {
		return base, nil
	}
	var names []string
	for _, v := range ciBases {
		value := a.Env(v.name)
		switch {
		case value == "":
			names = append(names, v.name)
		case v.branch:
			return "origin/" + value, nil
		default:
			return value, nil
		}
	}
	return "", fmt.Errorf("--base: the environment names no base (%s); name one with --base REV, such as "+
		"--base origin/main", strings.Join(names, ", "))
}

// openBaseCommit finds the commit where HEAD and the revision of --base part, and says so.
func openBaseCommit(ctx context.Context, a *console.App, p *project.Project, base string) (r *git.Repository,
	commit string, err error) {
	rev, err := baseRev(a, base)
	if err != nil {
		return nil, "", err
	}
	if r, err = git.OpenRepository(ctx, p.OnDisk(".")); err != nil {
		return nil, "", toldBase(err)
	}
	if commit, err = r.Base(ctx, rev); err != nil {
		return nil, "", toldBase(err)
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: comparing goldens with those of %.12s, where HEAD and %s part\n", commit, rev)
	return r, commit, nil
}

// toldBase explains why there is no base, with the command that fetches it.
func toldBase(err error) error {
	e, ok := errors.AsType[*git.MissingError](err)
	if !ok {
		return fmt.Errorf("--base: %w", err)
	}
	text := e.Error()
	if e.Shallow {
		text += " in this shallow checkout"
	}
	if len(e.Fetch) == 0 {
		return fmt.Errorf("--base: %s; `git branch --all` lists branches; name a CASE before --base", text)
	}
	words := []string{"git"}
	for _, arg := range e.Fetch {
		words = append(words, console.Quoted(arg))
	}
	return fmt.Errorf("--base: %s; fetch it with\n  %s", text, strings.Join(words, " "))
}

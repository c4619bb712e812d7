package git

import (
	"context"
	"slices"
	"strings"
)

// MissingError says that a repository lacks a revision, or the history that it has in common with HEAD.
type MissingError struct {
	Rev     string
	There   bool     // the revision is there, but no commit in common with HEAD
	Shallow bool     // the repository is a shallow clone
	Fetch   []string // the arguments of the git command that fetches it; none: unknown
}

func (e *MissingError) Error() string {
	if e.There {
		return "HEAD and " + e.Rev + " have no commit in common"
	}
	return "there is no revision " + e.Rev
}

// missing says how to fetch a missing revision, or its common history with HEAD.
func (r *Repository) missing(ctx context.Context, rev string, there bool) error {
	e := &MissingError{Rev: rev, There: there}
	shallow, err := r.run(ctx, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return err
	}
	names, err := r.run(ctx, "remote")
	if err != nil {
		return err
	}
	e.Shallow = shallow == "true"
	if remotes := strings.Fields(names); len(remotes) > 0 {
		e.Fetch = e.fetch(remotes, func() bool {
			_, err := r.run(ctx, "check-ref-format", "--branch", rev)
			return err == nil
		})
	}
	return e
}

// fetch returns the arguments of git. plain reports whether the revision is a name that a branch can have.
func (e *MissingError) fetch(remotes []string, plain func() bool) []string {
	remote, what := remotes[0], ""
	if slices.Contains(remotes, "origin") {
		remote = "origin"
	}
	i := slices.IndexFunc(remotes, func(name string) bool { return strings.HasPrefix(e.Rev, name+"/") })
	switch {
	case i >= 0 && plain():
		remote = remotes[i]
		branch := strings.TrimPrefix(e.Rev, remote+"/")
		what = "+refs/heads/" + branch + ":refs/remotes/" + e.Rev
	case e.There:
	case isID(e.Rev):
		what = e.Rev
	case plain():
		what = e.Rev + ":" + e.Rev
	}
	switch {
	case e.Shallow && what == "":
		return []string{"fetch", "--unshallow", remote}
	case e.Shallow:
		return []string{"fetch", "--unshallow", remote, what}
	case what != "" && !e.There:
		return []string{"fetch", remote, what}
	}
	return nil
}

// isID reports whether a revision is the full id of a commit.
func isID(rev string) bool {
	return (len(rev) == 40 || len(rev) == 64) && strings.Trim(rev, "0123456789abcdef") == ""
}

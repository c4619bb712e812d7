package git

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Base returns the common ancestor of a revision and HEAD, with which a pull request into that revision is compared.
// The error is a *MissingError if the repository lacks the revision or the common history.
func (r *Repository) Base(ctx context.Context, rev string) (commit string, err error) {
	if strings.HasPrefix(rev, "-") || strings.HasPrefix(rev, "^") {
		return "", fmt.Errorf("%q is not a revision: want a branch, a tag or a commit, such as origin/main", rev)
	}
	if _, err := r.commit(ctx, "HEAD"); err != nil {
		return "", explained(err, "the repository has no commit yet to compare with")
	}
	tip, err := r.commit(ctx, rev)
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", r.missing(ctx, rev, false)
	}
	commit, err = r.run(ctx, "merge-base", tip, "HEAD")
	if exited(err) {
		return "", r.missing(ctx, rev, true)
	}
	return commit, err
}

// commit returns the id of the commit that a revision names.
func (r *Repository) commit(ctx context.Context, rev string) (string, error) {
	return r.run(ctx, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
}

// exited reports whether git exited with a status that means no, and printed nothing.
func exited(err error) bool {
	e, ok := errors.AsType[*exec.ExitError](err)
	return ok && e.ExitCode() == 1
}

// explained supplies a message if git printed none.
func explained(err error, words string) error {
	if exited(err) {
		return errors.New(words)
	}
	return err
}

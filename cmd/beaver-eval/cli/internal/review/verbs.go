package review

import (
	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// New returns the verbs that review changed prompts.
func New(shared *console.App) []*cobra.Command {
	a := &app{shared}
	return []*cobra.Command{a.newDiff(), a.newAccept(), a.newReject(), a.newReview()}
}

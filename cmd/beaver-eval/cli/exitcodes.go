package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes. When several apply, the highest of 130, 3, 2 and 1 wins.
const (
	ExitOK          = 0
	ExitGate        = 1   // a gate failed, or a prompt is new or changed
	ExitInput       = 2   // bad usage or bad input
	ExitHarness     = 3   // the harness, or a system under test, has a fault of its own, or the output cannot be written
	ExitInterrupted = 130 // stopped by a signal; what was done by then is kept
)

// exitCodes stands in the help of every verb.
const exitCodes = "Exit codes: 0 ok, 1 gate failed, 2 bad input, 3 fault, 130 interrupted; " +
	"more: beaver-eval help exit-codes"

// newExitCodes is a topic of help, no verb.
func newExitCodes() *cobra.Command {
	var b strings.Builder
	for _, c := range []struct {
		code int
		says string
	}{
		{ExitOK, "everything passed"},
		{ExitGate, "a gate failed, or a prompt is new or changed: review it, then fix or accept it"},
		{ExitInput, "bad usage, or input that cannot be read or run: fix the file that the error names"},
		{ExitHarness, "an internal error of the harness or of a system under test, or output that cannot be written"},
		{ExitInterrupted, "stopped by a signal; the results so far are kept"},
	} {
		fmt.Fprintf(&b, "  %3d  %s\n", c.code, c.says)
	}
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit codes mean",
		Long: "The program ends with one of these codes. When several apply, the highest wins.\n\n" + b.String() + `
go run turns every code but 0 into 1: scripts use the built binary.`,
	}
}

package console

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes. When several apply, the highest of 130, 3, 2 and 1 wins.
const (
	OK          = 0
	Gate        = 1   // a gate failed, or a prompt is new or changed
	Input       = 2   // bad usage or bad input
	Harness     = 3   // a bug of the harness or a system under test, or the output cannot be written
	Interrupted = 130 // stopped by a signal; results so far are kept
)

// ExitHelp is part of every verb's help.
const ExitHelp = "Exit codes: 0 ok, 1 gate failed, 2 bad input, 3 fault, 130 interrupted; " +
	"more: beaver-eval help exit-codes"

// NewExitCodes returns a help topic, not a verb.
func NewExitCodes() *cobra.Command {
	var b strings.Builder
	for _, c := range []struct {
		code int
		says string
	}{
		{OK, "everything passed"},
		{Gate, "a gate failed, or a prompt is new or changed: review it, then fix or accept it"},
		{Input, "bad usage, or input that cannot be read or run: fix the file that the error names"},
		{Harness, "an internal error of the harness or of a system under test, or output that cannot be written"},
		{Interrupted, "stopped by a signal; the results so far are kept"},
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

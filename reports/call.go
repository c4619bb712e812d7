package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Call prints one call as it was sent: a heading, then each message by section, the tools, and what came back. Text
// keeps its lines; control characters are shown as escapes.
func Call(w io.Writer, name string, c *trace.Call) {
	fmt.Fprintf(w, "=== %s/%s  stage %s  ~%d tokens", name, Printable(c.Path), c.Stage, trace.EstimateRequest(c.Request))
	if c.Request.Model != "" {
		fmt.Fprintf(w, "  model %s", Printable(c.Request.Model))
	}
	fmt.Fprintln(w)
	for i, m := range c.Request.Messages {
		fmt.Fprintf(w, "\n--- message %d (%s)", i+1, m.Role)
		if m.ToolCallID != "" {
			fmt.Fprintf(w, "  %s %s", Printable(m.Name), Printable(m.ToolCallID))
		}
		fmt.Fprintln(w)
		for _, s := range m.Sections {
			fmt.Fprintf(w, "[%s  ~%d tokens]\n%s\n", Printable(s.Name), pipeline.EstimateTokens(s.Text), printableLines(s.Text))
		}
		toolCalls(w, m.ToolCalls)
	}
	if len(c.Request.Tools) > 0 {
		fmt.Fprintf(w, "\n--- tools\n")
		for _, t := range c.Request.Tools {
			fmt.Fprintf(w, "%s: %s\n  %s\n", Printable(t.Name), Printable(t.Description), Printable(string(t.Parameters)))
		}
	}
	answer(w, c)
	fmt.Fprintln(w)
}

func answer(w io.Writer, c *trace.Call) {
	fmt.Fprintf(w, "\n--- answer (%s)\n", origin(c))
	switch {
	case c.Missed:
		fmt.Fprintln(w, "none")
	case c.Failure != nil:
		fmt.Fprintln(w, Printable(c.Failure.Error()))
	default:
		fmt.Fprintln(w, printableLines(c.Response.Content))
		toolCalls(w, c.Response.ToolCalls)
	}
	for _, f := range c.Fallbacks {
		fmt.Fprintf(w, "fallback of %s: %s after %d %s\n", f.Stage, f.Reason, f.Tries, plural.Choose(f.Tries, "try", "tries"))
	}
}

// origin says where an answer comes from, in words.
func origin(c *trace.Call) string {
	var parts []string
	for _, p := range []string{string(c.Origin.Source), string(c.Origin.Match), Printable(c.Origin.Model), Printable(c.Origin.From)} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

func toolCalls(w io.Writer, calls []pipeline.ToolCall) {
	for _, c := range calls {
		fmt.Fprintf(w, "-> %s(%s)  %s\n", Printable(c.Name), Printable(c.Arguments), Printable(c.ID))
	}
}

func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Printable(l)
	}
	return strings.Join(lines, "\n")
}

// CallsJSON prints calls as a list, each in the form of a trace's line.
func CallsJSON(w io.Writer, r *result.Result, calls []*trace.Call) error {
	lines := []traceLine{}
	for _, s := range r.Trace.Steps {
		for _, c := range calls {
			if s.Call == c {
				lines = append(lines, stepLine(r, s))
			}
		}
	}
	return JSON(w, lines)
}

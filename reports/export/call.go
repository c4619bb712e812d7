package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// WriteCall prints one call as sent: a heading, then each message by section, the tools, and the answer. Text keeps its
// lines; control characters are escaped. With sources, each piece of a text follows a line with its source.
func WriteCall(w io.Writer, name string, c *trace.Call, sources bool) {
	tokens := c.Request.EstimatedTokens()
	fmt.Fprintf(w, "=== %s/%s  stage %s  ~%d tokens", name, printable.Line(c.Path), c.Stage, tokens)
	if c.Request.Model != "" {
		fmt.Fprintf(w, "  model %s", printable.Line(c.Request.Model))
	}
	fmt.Fprintln(w)
	for i, m := range c.Request.Messages {
		fmt.Fprintf(w, "\n--- message %d (%s)", i+1, m.Role)
		if m.ToolCallID != "" {
			fmt.Fprintf(w, "  %s %s", printable.Line(m.Name), printable.Line(m.ToolCallID))
		}
		fmt.Fprintln(w)
		for _, s := range m.Sections {
			tokens := pipeline.EstimateTokens(s.Text)
			fmt.Fprintf(w, "[%s  ~%d tokens]\n", printable.Line(s.Name), tokens)
			if !sources {
				fmt.Fprintf(w, "%s\n", printable.Lines(s.Text))
				continue
			}
			writePieces(w, s.Pieces())
		}
		toolCalls(w, m.ToolCalls)
		if len(m.Fields) > 0 {
			fmt.Fprintf(w, "fields: %s\n", printable.Line(string(m.Fields)))
		}
	}
	if len(c.Request.Tools) > 0 {
		fmt.Fprintf(w, "\n--- tools\n")
		for _, t := range c.Request.Tools {
			fmt.Fprintf(w, "%s: %s\n", printable.Line(t.Name), printable.Line(t.Description))
			fmt.Fprintf(w, "  %s\n", printable.Line(string(t.Parameters)))
		}
	}
	if len(c.Request.Parameters) > 0 {
		fmt.Fprintf(w, "\n--- parameters\n%s\n", printable.Line(string(c.Request.Parameters)))
	}
	answer(w, c)
	fmt.Fprintln(w)
}

// writePieces prints the pieces of a text, each below its source. A piece that ends within a line breaks it.
func writePieces(w io.Writer, pieces pipeline.Pieces) {
	for _, p := range pieces {
		if p.Source.Kind == pipeline.TextCode && strings.TrimSpace(p.Text) == "" { // a separator
			continue
		}
		fmt.Fprintf(w, "  <%s>\n", printable.Line(p.Source.String()))
		fmt.Fprintf(w, "%s\n", printable.Lines(strings.TrimSuffix(p.Text, "\n")))
	}
}

func answer(w io.Writer, c *trace.Call) {
	fmt.Fprintf(w, "\n--- answer (%s)\n", origin(c))
	switch {
	case c.Missed:
		fmt.Fprintln(w, "none")
	case c.Failure != nil:
		fmt.Fprintln(w, printable.Line(c.Failure.Error()))
	default:
		fmt.Fprintln(w, printable.Lines(c.Response.Content))
		toolCalls(w, c.Response.ToolCalls)
	}
	if len(c.Decision) > 0 {
		fmt.Fprintf(w, "decided: %s\n", printable.Line(string(c.Decision)))
	}
	for _, f := range c.Fallbacks {
		tries := wording.Plural(f.Tries, "try", "tries")
		fmt.Fprintf(w, "fallback of %s: %s after %d %s\n", f.Stage, f.Reason, f.Tries, tries)
	}
}

// origin returns the origin of an answer, in words.
func origin(c *trace.Call) string {
	var parts []string
	for _, p := range []string{string(c.Origin.Source), string(c.Origin.Match), c.Origin.Model, c.Origin.From} {
		if p != "" {
			parts = append(parts, printable.Line(p))
		}
	}
	return strings.Join(parts, ", ")
}

func toolCalls(w io.Writer, calls []pipeline.ToolCall) {
	for _, c := range calls {
		fmt.Fprintf(w, "-> %s(%s)  %s\n", printable.Line(c.Name), printable.Line(c.Arguments), printable.Line(c.ID))
	}
}

// WriteCallsJSON prints calls as a list, each in the form of a trace's line.
func WriteCallsJSON(w io.Writer, r *result.Result, calls []*trace.Call) error {
	lines := []line{}
	for _, s := range r.Trace.Steps {
		for _, c := range calls {
			if s.Call == c {
				lines = append(lines, stepLine(r, s))
			}
		}
	}
	return printable.WriteJSON(w, lines)
}

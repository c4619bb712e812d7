package prompt

import (
	"maps"
	"strings"
	"text/template/parse"
)

// filled are the pipelines that are not empty at a place of a template, since a statement around it asks for that: the
// statement by the text of the pipeline. Inside {{with .Nodes}}, {{range .}} has no else to come.
type filled map[string]string

// within returns what is not empty in the first outcome of a statement.
func (f filled) within(n parse.Node, of *parse.BranchNode) filled {
	inner := maps.Clone(f)
	if inner == nil {
		inner = filled{}
	}
	what := keyword(n) + " " + of.Pipe.String()
	if key := pipeKey(of.Pipe); key != "" {
		inner[key] = what
	}
	if len(of.Pipe.Cmds) == 1 && of.Pipe.Cmds[0].Args[0].String() == "and" {
		for _, arg := range of.Pipe.Cmds[0].Args[1:] {
			if key := arg.String(); isFixed(key) {
				inner[key] = what
			}
		}
	}
	if keyword(n) == "if" {
		return inner
	}
	maps.DeleteFunc(inner, func(key, _ string) bool { return !strings.HasPrefix(key, "$.") }) // dot is another one
	if keyword(n) == "with" {
		inner["."] = what
	}
	return inner
}

// pipeKey returns the text of a pipeline without the variables that it declares; empty: its value may change.
func pipeKey(p *parse.PipeNode) string {
	var all []string
	for _, cmd := range p.Cmds {
		all = append(all, cmd.String())
	}
	if key := strings.Join(all, " | "); isFixed(key) {
		return key
	}
	return ""
}

// isFixed reports whether a pipeline is without variables, which may be set anew. The data never change.
func isFixed(pipe string) bool { return !strings.Contains(strings.ReplaceAll(pipe, "$.", ""), "$") }

func keyword(n parse.Node) string {
	switch n.(type) {
	case *parse.WithNode:
		return "with"
	case *parse.RangeNode:
		return "range"
	}
	return "if"
}

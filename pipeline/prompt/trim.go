package prompt

import (
	"bytes"
	"text/template/parse"
)

// space is the white space of a template's own text, as text/template's trim markers drop it in a file without CR. An
// ideographic space is text.
const space = " \t\n"

// trim drops the white space at both edges of a define's own text.
func trim(root *parse.ListNode) {
	trimLeft(root)
	trimRight(root)
}

func trimLeft(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		if trimEdge(n, trimLeft, bytes.TrimLeft) {
			return
		}
	}
}

func trimRight(list *parse.ListNode) {
	if list == nil {
		return
	}
	for i := len(list.Nodes) - 1; i >= 0; i-- {
		if trimEdge(list.Nodes[i], trimRight, bytes.TrimRight) {
			return
		}
	}
}

// trimEdge trims a node at an edge and reports whether the edge ends with it. It does not end with blank text or with
// nodes that write nothing. A range is left alone: its body's first text also stands between its first and second pass.
func trimEdge(n parse.Node, below func(*parse.ListNode), cut func([]byte, string) []byte) bool {
	switch n := n.(type) {
	case *parse.TextNode:
		before := n.Text
		n.Text = cut(before, space)
		if len(n.Text) > 0 { // the rest begins where it stood
			n.Pos += parse.Pos(bytes.Index(before, n.Text))
		}
		return len(n.Text) > 0
	case *parse.IfNode:
		below(n.List)
		below(n.ElseList)
	case *parse.WithNode:
		below(n.List)
		below(n.ElseList)
	case *parse.ActionNode:
		return len(n.Pipe.Decl) == 0
	}
	return true
}

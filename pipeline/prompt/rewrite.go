package prompt

import (
	"slices"
	"strconv"
	"text/template/parse"
)

// rewriter rewrites the tree of a define so that a recorder learns what is written.
type rewriter struct {
	define int
}

// root rewrites a whole define. A section needs no call at its head: its renderer knows it.
func (w rewriter) root(d *define) {
	w.list(d.tree.Root)
	if d.called {
		d.tree.Root.Nodes = slices.Insert(d.tree.Root.Nodes, 0, w.enter(d.tree.Root.Pos))
	}
}

func (w rewriter) list(list *parse.ListNode) {
	if list == nil {
		return
	}
	var nodes []parse.Node
	for _, n := range list.Nodes {
		nodes = append(nodes, n)
		switch n := n.(type) {
		case *parse.ActionNode:
			w.pipe(n.Pipe)
			if len(n.Pipe.Decl) == 0 && !isConstantText(n.Pipe) {
				n.Pipe.Cmds = append(n.Pipe.Cmds, call(n.Pos, funcValue))
			}
		case *parse.TemplateNode:
			w.pipe(n.Pipe)
			nodes = append(nodes, w.enter(n.Pos))
		}
		if b := branch(n); b != nil {
			w.pipe(b.Pipe)
			w.list(b.List)
			w.list(b.ElseList)
		}
	}
	list.Nodes = nodes
}

// isConstantText reports whether a pipeline is a string constant, which counts as literal text.
func isConstantText(p *parse.PipeNode) bool {
	if len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return false
	}
	_, ok := p.Cmds[0].Args[0].(*parse.StringNode)
	return ok
}

// pipe rewrites the calls in a pipeline: a value that a function cannot handle becomes a string.
func (w rewriter) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	var cmds []*parse.CommandNode
	for i, cmd := range p.Cmds {
		for _, arg := range cmd.Args {
			w.inner(arg)
		}
		if f, ok := cmd.Args[0].(*parse.IdentifierNode); ok && !takesPieces(f.Ident) {
			for j := 1; j < len(cmd.Args); j++ {
				cmd.Args[j] = asPlain(cmd.Args[j])
			}
			if i > 0 {
				cmds = append(cmds, call(cmd.Pos, funcPlain))
			}
		}
		cmds = append(cmds, cmd)
	}
	p.Cmds = cmds
}

// inner rewrites the pipelines inside a word.
func (w rewriter) inner(n parse.Node) {
	switch n := n.(type) {
	case *parse.PipeNode:
		w.pipe(n)
	case *parse.ChainNode:
		w.inner(n.Node)
	}
}

// takesPieces reports whether a function can handle Pieces: our own, and those that only test for emptiness.
func takesPieces(function string) bool {
	if _, ok := funcs[function]; ok {
		return true
	}
	if _, ok := textFuncs[function]; ok {
		return true
	}
	return function == "and" || function == "or" || function == "not"
}

// asPlain converts an argument that is Pieces to a string. A constant never is.
func asPlain(arg parse.Node) parse.Node {
	switch arg.(type) {
	case *parse.FieldNode, *parse.VariableNode, *parse.ChainNode, *parse.DotNode, *parse.PipeNode:
		c := call(arg.Position(), funcPlain)
		c.Args = append(c.Args, arg)
		return &parse.PipeNode{NodeType: parse.NodePipe, Pos: arg.Position(), Cmds: []*parse.CommandNode{c}}
	}
	return arg
}

// enter returns the action that names the define of the following literals.
func (w rewriter) enter(pos parse.Pos) parse.Node {
	c := call(pos, funcIn)
	c.Args = append(c.Args, &parse.NumberNode{NodeType: parse.NodeNumber, Pos: pos, IsInt: true, Int64: int64(w.define),
		Text: strconv.Itoa(w.define)})
	pipe := &parse.PipeNode{NodeType: parse.NodePipe, Pos: pos, Cmds: []*parse.CommandNode{c}}
	return &parse.ActionNode{NodeType: parse.NodeAction, Pos: pos, Pipe: pipe}
}

func call(pos parse.Pos, function string) *parse.CommandNode {
	return &parse.CommandNode{NodeType: parse.NodeCommand, Pos: pos,
		Args: []parse.Node{parse.NewIdentifier(function).SetPos(pos)}}
}

// fixedTexts returns the texts of a define without values and calls, in order; nil: it prints a value, or calls another
// define.
func fixedTexts(list *parse.ListNode) [][]byte {
	texts := [][]byte{}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			texts = append(texts, n.Text)
		case *parse.ActionNode:
			if len(n.Pipe.Decl) > 0 || !isConstantText(n.Pipe) {
				return nil
			}
			texts = append(texts, []byte(n.Pipe.Cmds[0].Args[0].(*parse.StringNode).Text))
		default:
			return nil
		}
	}
	return texts
}

package prompt

import (
	"io/fs"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// How a text knows the branches that were taken
//
// At the head of each branch stands a literal of one byte, which the recorder knows by its address and does not write.
// That costs a call of Write, while a function would cost a call by reflection. The text that is written next tells of
// the branch; if none follows in the message, the one before it does.

// Branches returns the branches of a file of templates. It needs no data, so the file is only checked as far as it can
// be parsed.
func Branches(fsys fs.FS, name string) (*FileBranches, error) {
	src, err := read(fsys, name)
	if err != nil {
		return nil, err
	}
	return branchesIn(src)
}

func branchesIn(src source) (*FileBranches, error) {
	f, errs := parseFile(src)
	if len(errs) > 0 {
		return nil, join(src.unlessConflict(errs))
	}
	for i := range f.defines {
		trim(f.defines[i].tree.Root)
	}
	return branchesOf(f), nil
}

// FileBranches are the branches of a file, in the order in which they stand.
type FileBranches struct {
	List []*pipeline.Branch

	src     source
	heads   map[*byte]*pipeline.Branch // by the literal at the head of each
	texts   []*strings.Builder         // of each, its words and values as written
	define  int
	sources []pipeline.TextSource

	unreachable map[*parse.ListNode]string
}

// branchesOf finds the branches of a file, and puts a literal at the head of each. A define has one of its own if it
// sends anything itself.
func branchesOf(f *file) *FileBranches {
	b := &FileBranches{src: f.src, heads: map[*byte]*pipeline.Branch{}, sources: f.sources(),
		unreachable: f.unreachable}
	for i := range f.defines {
		d := &f.defines[i]
		b.define = i
		at := -1
		if sends(d.tree.Root) {
			at = b.add(d.tree.Root, d.pos, "define "+d.name, -1)
		}
		b.list(d.tree.Root, at, nil)
	}
	return b
}

// sources returns the source of the words of each define.
func (f *file) sources() []pipeline.TextSource {
	var all []pipeline.TextSource
	for _, d := range f.defines {
		all = append(all, pipeline.TextSource{Kind: pipeline.TextTemplate, Name: f.src.file, Define: d.name,
			Path: f.src.path})
	}
	return all
}

// sends reports whether a list writes words or values, apart from what its branches write.
func sends(list *parse.ListNode) bool {
	return slices.ContainsFunc(list.Nodes, func(n parse.Node) bool {
		action, ok := n.(*parse.ActionNode)
		return ok && len(action.Pipe.Decl) == 0
	}) || words(list) != ""
}

// words returns the words of a list, apart from those of its branches; empty: white space alone.
func words(list *parse.ListNode) string {
	var all []string
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			all = append(all, string(n.Text))
		case *parse.ActionNode:
			if len(n.Pipe.Decl) == 0 && isConstantText(n.Pipe) {
				all = append(all, n.Pipe.Cmds[0].Args[0].(*parse.StringNode).Text)
				continue
			}
			all = append(all, "…")
		default:
			all = append(all, "…")
		}
	}
	if strings.Trim(strings.Join(all, ""), space+"…") == "" {
		return ""
	}
	return strings.TrimSpace(strings.Join(all, ""))
}

// add adds a branch, and puts a literal at its head. of is the first outcome of its statement; -1: itself.
func (b *FileBranches) add(list *parse.ListNode, pos int, what string, of int) int {
	n := len(b.List)
	if of < 0 {
		of = n
	}
	from := b.sources[b.define]
	one := &pipeline.Branch{File: from.Name, Path: from.Path, Define: from.Define, N: n, Line: b.src.line(pos),
		What: what, Words: words(list), Of: of, Unreachable: b.unreachable[list]}
	b.List, b.texts = append(b.List, one), append(b.texts, &strings.Builder{})
	head := &parse.TextNode{NodeType: parse.NodeText, Pos: list.Pos, Text: []byte{0}}
	b.heads[&head.Text[0]] = one
	list.Nodes = slices.Insert(list.Nodes, 0, parse.Node(head))
	return n
}

// list finds the branches in a list, which belongs to the branch at.
func (b *FileBranches) list(list *parse.ListNode, at int, known filled) {
	for _, n := range list.Nodes {
		if text, ok := n.(*parse.TextNode); ok && len(text.Text) > 0 && b.heads[&text.Text[0]] != nil {
			continue
		}
		of := branch(n)
		if at >= 0 && of == nil {
			b.List[at].Lines = b.src.addLines(b.List[at].Lines, n)
			b.texts[at].WriteString(n.String())
		}
		if of != nil {
			b.outcomes(n, of, -1, known)
		}
	}
}

// outcomes adds the outcomes of a statement. In a chain of else if, the last else stands for all others.
func (b *FileBranches) outcomes(n parse.Node, of *parse.BranchNode, first int, known filled) {
	what := keyword(n) + " " + of.Pipe.String()
	then := b.add(of.List, int(of.Pos), what, first)
	if first < 0 {
		first = then
	}
	b.list(of.List, then, known.within(n, of))
	if next := chained(n, of); next != nil {
		b.outcomes(next, branch(next), first, known)
		return
	}
	if of.ElseList == nil {
		of.ElseList = &parse.ListNode{NodeType: parse.NodeList, Pos: of.Pos}
	}
	otherwise := b.add(of.ElseList, int(of.ElseList.Pos), "else of "+what, first)
	if around := known[pipeKey(of.Pipe)]; around != "" && b.List[otherwise].Unreachable == "" {
		b.List[otherwise].Unreachable = "inside of " + around
	}
	b.list(of.ElseList, otherwise, known)
}

// chained returns the statement of an else if; nil: it is none.
func chained(n parse.Node, of *parse.BranchNode) parse.Node {
	if _, ranges := n.(*parse.RangeNode); ranges || of.ElseList == nil || len(of.ElseList.Nodes) != 1 {
		return nil
	}
	next := of.ElseList.Nodes[0]
	if branch(next) == nil || keyword(next) == "range" {
		return nil
	}
	return next
}

// addLines adds the lines of a text that are not blank, or the first line of an action.
func (s source) addLines(lines []int, n parse.Node) []int {
	line := s.line(int(n.Position()))
	words := "x"
	if text, ok := n.(*parse.TextNode); ok {
		words = string(text.Text)
	}
	for part := range strings.Lines(words) {
		if strings.TrimSpace(part) != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		line++
	}
	return lines
}

package prompt

import (
	"slices"
	"strings"
	"text/template/parse"
)

// file is a parsed template file.
type file struct {
	src     source
	defines []define       // in the order in which they stand
	index   map[string]int // index of a name in defines

	unreachable map[*parse.ListNode]string // why a branch is never taken, as its comment says
}

func parseFile(src source) (*file, []*Error) {
	f := &file{src: src, defines: scan(src.text), index: map[string]int{}, unreachable: map[*parse.ListNode]string{}}
	if errs := f.checkNames(); len(errs) > 0 {
		return nil, errs
	}
	trees := map[string]*parse.Tree{}
	top := parse.New(src.file)
	// check reports the line of an unknown function, and the nearest name
	top.Mode = parse.SkipFuncCheck | parse.ParseComments
	if _, err := top.Parse(src.text, "", "", trees); err != nil {
		return nil, []*Error{relocate(src.file, err)}
	}
	f.takeComments(top.Root)
	for _, tree := range trees {
		f.takeComments(tree.Root)
	}
	if errs := outside(src, top); len(errs) > 0 {
		return nil, errs
	}
	for i := range f.defines {
		d := &f.defines[i]
		if d.tree = trees[d.name]; d.tree == nil {
			return nil, []*Error{src.errorf(d.pos, "section %q cannot be read", d.name)}
		}
	}
	f.markCalled()
	if len(f.sections()) == 0 {
		return nil, []*Error{{File: src.file, Msg: `no section: a message needs {{define "Name"}}…{{end}}`}}
	}
	return f, nil
}

// checkNames fills the index. It finds names that text/template would accept: a blank one, and a duplicate, of which it
// keeps the first or the last, depending on which is empty.
func (f *file) checkNames() []*Error {
	var errs []*Error
	for i, d := range f.defines {
		first, twice := f.index[d.name]
		switch {
		case strings.TrimSpace(d.name) == "":
			errs = append(errs, f.src.errorf(d.pos, "section without a name"))
		case twice:
			errs = append(errs, f.src.errorf(d.pos, "section %q is defined twice, first in line %d", d.name,
				f.src.line(f.defines[first].pos)))
		default:
			f.index[d.name] = i
		}
	}
	return errs
}

// outside reports text between the defines.
func outside(src source, top *parse.Tree) []*Error {
	var errs []*Error
	for _, n := range top.Root.Nodes {
		pos, text := int(n.Position()), n.String()
		if t, ok := n.(*parse.TextNode); ok {
			text = strings.TrimLeft(string(t.Text), space)
			pos += len(t.Text) - len(text)
		}
		if text = strings.TrimRight(text, space); text != "" {
			errs = append(errs, src.errorf(pos, "%.40q stands outside of every section", text))
		}
	}
	return errs
}

// markCalled marks the fragments.
func (f *file) markCalled() {
	for i, d := range f.defines {
		walk(d.tree.Root, func(n parse.Node) {
			if t, ok := n.(*parse.TemplateNode); ok {
				if j, ok := f.index[t.Name]; ok && j != i {
					f.defines[j].called = true
				}
			}
		})
	}
}

// sections returns the names of the defines that are not fragments, in the order of the file.
func (f *file) sections() []string {
	var names []string
	for _, d := range f.defines {
		if !d.called {
			names = append(names, d.name)
		}
	}
	return names
}

func (f *file) lookup(name string) *define {
	i, ok := f.index[name]
	if !ok {
		return nil
	}
	return &f.defines[i]
}

// walk visits the nodes below a list that may hold text or a {{template}}.
func walk(list *parse.ListNode, visit func(parse.Node)) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		visit(n)
		if b := branch(n); b != nil {
			walk(b.List, visit)
			walk(b.ElseList, visit)
		}
	}
}

// branch returns the common part of if, with and range; nil for other nodes.
func branch(n parse.Node) *parse.BranchNode {
	switch n := n.(type) {
	case *parse.IfNode:
		return &n.BranchNode
	case *parse.WithNode:
		return &n.BranchNode
	case *parse.RangeNode:
		return &n.BranchNode
	}
	return nil
}

func (f *file) names() []string {
	var names []string
	for _, d := range f.defines {
		names = append(names, d.name)
	}
	return names
}

// unreachable begins the comment of a branch that can never be taken; the reason follows. It stands in the branch, as
// in {{range .Nodes}}…{{else}}{{/* unreachable: a plan has at least one node */}}{{end}}.
const unreachable = "unreachable:"

// takeComments drops the comments of a list, and notes what they say of its branches.
func (f *file) takeComments(list *parse.ListNode) {
	if list == nil {
		return
	}
	list.Nodes = slices.DeleteFunc(list.Nodes, func(n parse.Node) bool {
		comment, ok := n.(*parse.CommentNode)
		if !ok {
			return false
		}
		text := strings.TrimSuffix(strings.TrimPrefix(comment.Text, "/*"), "*/")
		if why, said := strings.CutPrefix(strings.TrimSpace(text), unreachable); said {
			f.unreachable[list] = strings.Join(strings.Fields(why), " ")
		}
		return true
	})
	for _, n := range list.Nodes {
		if of := branch(n); of != nil {
			f.takeComments(of.List)
			f.takeComments(of.ElseList)
		}
	}
}

package prompt

import (
	"reflect"
	"text/template/parse"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// maxErrors is about how many errors of a file are reported.
const maxErrors = 100

// check checks every section with dot as the type of its data, and every fragment with the types of its calls.
func check(f *file, dot reflect.Type) []*Error {
	if dot == nil {
		dot = noData
	}
	dot = asText(dot)
	c := &checker{file: f, seen: map[use]bool{}}
	for i := range f.defines {
		if d := &f.defines[i]; !d.called {
			c.define(d, dot)
		}
	}
	if len(c.errs) >= maxErrors {
		return c.errs
	}
	used := map[string]bool{}
	for u := range c.seen {
		used[u.name] = true
	}
	for _, d := range f.defines {
		if !used[d.name] {
			c.errorf(d.pos, "fragment %q is used by no section", d.name)
		}
	}
	return c.errs
}

func (c *checker) define(d *define, dot reflect.Type) {
	u := use{d.name, dot}
	if c.seen[u] {
		return
	}
	c.seen[u] = true
	outer := c.vars
	c.vars = []variable{{"$", dot}}
	c.list(d.tree.Root, dot)
	c.vars = outer
}

// list checks a body. Its declarations end with it.
func (c *checker) list(list *parse.ListNode, dot reflect.Type) {
	if list == nil {
		return
	}
	n := len(c.vars)
	for _, node := range list.Nodes {
		c.node(node, dot)
	}
	c.vars = c.vars[:n]
}

func (c *checker) node(node parse.Node, dot reflect.Type) {
	if len(c.errs) >= maxErrors {
		return
	}
	n := len(c.vars)
	switch node := node.(type) {
	case *parse.ActionNode:
		c.pipe(node.Pipe, dot)
		return // its variables stay until the list ends
	case *parse.IfNode:
		c.pipe(node.Pipe, dot)
		c.list(node.List, dot)
		c.list(node.ElseList, dot)
	case *parse.WithNode:
		inner := c.pipe(node.Pipe, dot)
		c.list(node.List, inner)
		c.list(node.ElseList, dot)
	case *parse.RangeNode:
		c.list(node.List, c.ranged(node.Pipe, dot))
		c.list(node.ElseList, dot)
	case *parse.TemplateNode:
		c.call(node, dot)
	}
	c.vars = c.vars[:n]
}

func (c *checker) call(node *parse.TemplateNode, dot reflect.Type) {
	inner := noData
	if node.Pipe != nil {
		inner = c.pipe(node.Pipe, dot)
	}
	d := c.file.lookup(node.Name)
	if d == nil {
		c.errorf(int(node.Pos), "unknown template %q%s", node.Name, wording.Hint(node.Name, c.file.names()))
		return
	}
	c.define(d, inner)
}

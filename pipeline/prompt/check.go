package prompt

import (
	"reflect"
	"slices"
	"text/template/parse"
)

// maxErrors is about how many errors of a file are told.
const maxErrors = 100

// checker walks the defines of a file as text/template would run them, with types in place of values.
type checker struct {
	file *file
	errs []*Error
	seen map[use]bool
	vars []variable // those in scope, the innermost last
}

// use is a define with the type of its dot. Each is checked once, however many call it, so that recursion ends.
type use struct {
	name string
	dot  reflect.Type
}

type variable struct {
	name string
	typ  reflect.Type
}

// check looks at every section with dot as the type of its data, and at every fragment with what it is called with.
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

// errorf notes an error, unless it is known from the same line: a fragment may be checked for several types.
func (c *checker) errorf(pos int, format string, args ...any) {
	e := c.file.src.errorf(pos, format, args...)
	if !slices.ContainsFunc(c.errs, func(o *Error) bool { return o.Line == e.Line && o.Msg == e.Msg }) {
		c.errs = append(c.errs, e)
	}
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

// list checks a body. What it declares ends with it.
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
		c.errorf(int(node.Pos), "unknown template %q%s", node.Name, hint("", node.Name, c.file.names()))
		return
	}
	c.define(d, inner)
}

// pipe is the type of a pipeline, whose variables it declares or assigns.
func (c *checker) pipe(p *parse.PipeNode, dot reflect.Type) reflect.Type {
	typ := c.value(p, dot)
	for _, v := range p.Decl {
		c.set(p, v, typ)
	}
	return typ
}

// ranged is the type of the elements that a pipeline ranges over.
func (c *checker) ranged(p *parse.PipeNode, dot reflect.Type) reflect.Type {
	key, elem, err := elements(c.value(p, dot))
	if err == nil && len(p.Decl) == 2 && key == nil {
		err = errOneVariable
	}
	if err != nil {
		c.errorf(int(p.Pos), "%v", err)
		key, elem = unknown, unknown
	}
	switch len(p.Decl) {
	case 1:
		c.set(p, p.Decl[0], elem)
	case 2:
		c.set(p, p.Decl[0], key)
		c.set(p, p.Decl[1], elem)
	}
	return elem
}

// set declares or assigns a variable. A variable keeps its type: which assignment was the last is not known in a loop.
func (c *checker) set(p *parse.PipeNode, v *parse.VariableNode, typ reflect.Type) {
	name := v.Ident[0]
	if !p.IsAssign {
		c.vars = append(c.vars, variable{name, typ})
		return
	}
	if was := c.variable(name); was != typ {
		c.errorf(int(v.Pos), "%s holds %s and cannot take %s", name, typeName(was), typeName(typ))
	}
}

func (c *checker) variable(name string) reflect.Type {
	for i := len(c.vars) - 1; i >= 0; i-- {
		if c.vars[i].name == name {
			return c.vars[i].typ
		}
	}
	return unknown // the parser has refused such a file
}

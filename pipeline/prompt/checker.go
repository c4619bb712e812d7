package prompt

import (
	"reflect"
	"slices"
	"text/template/parse"
)

// checker walks the defines of a file as text/template would run them, with types instead of values.
type checker struct {
	file *file
	errs []*Error
	seen map[use]bool
	vars []variable // those in scope, the innermost last
}

// use is a define with the type of its dot. Each is checked once, however many call it, so recursion ends.
type use struct {
	name string
	dot  reflect.Type
}

type variable struct {
	name string
	typ  reflect.Type
}

// errorf adds an error, unless the line has the same one already: a fragment may be checked for several types.
func (c *checker) errorf(pos int, format string, args ...any) {
	e := c.file.src.errorf(pos, format, args...)
	if !slices.ContainsFunc(c.errs, func(o *Error) bool { return o.Line == e.Line && o.Msg == e.Msg }) {
		c.errs = append(c.errs, e)
	}
}

// set declares or assigns a variable. A variable keeps its type: in a loop it is unknown which assignment was the last.
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
	return unknown // the parser has rejected such a file
}

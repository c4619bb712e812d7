package prompt

import (
	"reflect"
	"strings"
	"text/template/parse"
)

// value returns the type of a pipeline. The value of each command is the last argument of the next.
func (c *checker) value(p *parse.PipeNode, dot reflect.Type) reflect.Type {
	var last []reflect.Type
	for _, cmd := range p.Cmds {
		last = []reflect.Type{c.command(cmd, dot, last)}
	}
	return last[0]
}

// command returns the type of a command's result, called with the arguments after its first word and then with last.
func (c *checker) command(cmd *parse.CommandNode, dot reflect.Type, last []reflect.Type) reflect.Type {
	var args []reflect.Type
	for _, a := range cmd.Args[1:] {
		args = append(args, c.operand(a, dot, nil))
	}
	return c.operand(cmd.Args[0], dot, append(args, last...))
}

// operand returns the type of one word, called with args if it is a method or a function.
func (c *checker) operand(n parse.Node, dot reflect.Type, args []reflect.Type) reflect.Type {
	switch n := n.(type) {
	case *parse.FieldNode:
		return c.fields(n, dot, n.Ident, args)
	case *parse.VariableNode:
		return c.fields(n, c.variable(n.Ident[0]), n.Ident[1:], args)
	case *parse.ChainNode:
		return c.fields(n, c.operand(n.Node, dot, nil), n.Field, args)
	case *parse.IdentifierNode:
		typ, err := result(n.Ident, args)
		if err != nil {
			c.errorf(int(n.Pos), "%v", err)
			return unknown
		}
		return typ
	case *parse.PipeNode:
		return c.pipe(n, dot)
	case *parse.DotNode:
		return dot
	}
	return constant(n)
}

// fields follows a chain of names. After the first error the type is unknown.
func (c *checker) fields(n parse.Node, typ reflect.Type, names []string, args []reflect.Type) reflect.Type {
	for i, name := range names {
		var a []reflect.Type
		if i == len(names)-1 {
			a = args
		}
		next, err := field(typ, name, a)
		if err != nil {
			c.errorf(int(n.Position()), "%v", err)
			return unknown
		}
		typ = next
	}
	return typ
}

// constant returns the type that text/template gives a constant without other demands. Of numbers only plain integers
// are recognized: the others have no fields either.
func constant(n parse.Node) reflect.Type {
	switch n := n.(type) {
	case *parse.BoolNode:
		return reflect.TypeFor[bool]()
	case *parse.StringNode:
		return reflect.TypeFor[string]()
	case *parse.NumberNode:
		if n.IsInt && !strings.ContainsAny(n.Text, ".eEpP") {
			return reflect.TypeFor[int]()
		}
	}
	return unknown
}

// pipe returns the type of a pipeline, and declares or assigns its variables.
func (c *checker) pipe(p *parse.PipeNode, dot reflect.Type) reflect.Type {
	typ := c.value(p, dot)
	for _, v := range p.Decl {
		c.set(p, v, typ)
	}
	return typ
}

// ranged returns the type of the elements that a pipeline ranges over.
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

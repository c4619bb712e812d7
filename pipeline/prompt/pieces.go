package prompt

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"text/template"
	"text/template/parse"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// How a rendered text knows its sources
//
// text/template writes literal text and printed values to one writer, and does not say which is which. So the parse
// tree is rewritten when a file is loaded: each value goes through a function on its way to the writer, and at the
// head of each fragment and behind each {{template}} a function says whose literals follow. These functions belong to
// one recorder, which is the writer too: what is written right behind a value is the value, all else is literal. There
// are no marks in the text that a value could imitate, and nothing is searched for.

// The functions of the rewritten tree. No template can name them: the checker refuses names that it does not know.
const (
	funcIn    = "_in"    // {{_in 3}}: the literals that follow stand in the file's fourth define
	funcValue = "_value" // {{.X | _value}}: what follows is the value
	funcPlain = "_plain" // Pieces as a string, for functions that know nothing of them
)

var piecesType = reflect.TypeFor[pipeline.Pieces]()

// recorder is the writer of one message at a time. It notes where each part of the text ends and what its source is.
type recorder struct {
	file    string
	defines []string
	run     *template.Template // bound to this recorder

	text     []byte
	parts    []part
	sections []written // but for the one that is being written
	from     int       // where that one begins
	first    int       // its first part
	in       int       // the define whose literals are written
	value    bool      // the next write is a value
}

type part struct {
	end    int // in the text of the message
	source pipeline.TextSource
}

// written is a section of the message: its define, its place in the text, without the separator, and its parts.
type written struct {
	define, from, end, first, last int
}

// newRecorder binds a copy of the defines to a recorder. The trees are shared.
func newRecorder(t *Template) (*recorder, error) {
	r := &recorder{file: t.spec.File, defines: t.names}
	run, err := t.defines.Clone()
	if err != nil {
		return nil, err
	}
	r.run = run.Funcs(template.FuncMap{funcIn: r.enter, funcValue: r.print, funcPlain: plain})
	return r, nil
}

// Write implements io.Writer for text/template.
func (r *recorder) Write(p []byte) (int, error) {
	source := pipeline.TextSource{Kind: pipeline.TextCode}
	if !r.value {
		source = pipeline.TextSource{Kind: pipeline.TextTemplate, Name: r.file, Define: r.defines[r.in]}
	}
	r.value = false
	r.text = append(r.text, p...)
	r.note(source)
	return len(p), nil
}

// note gives what was written last its source.
func (r *recorder) note(source pipeline.TextSource) {
	n, before := len(r.parts), r.from
	if n > r.first {
		before = r.parts[n-1].end
	}
	switch {
	case before == len(r.text): // nothing was written
	case n > r.first && r.parts[n-1].source == source:
		r.parts[n-1].end = len(r.text)
	default:
		r.parts = append(r.parts, part{len(r.text), source})
	}
}

func (r *recorder) enter(define int) string {
	r.in = define
	return ""
}

// print takes a value that is about to be printed. Pieces are written here, with their sources; whatever else it is,
// text/template prints it as it always does.
func (r *recorder) print(v reflect.Value) reflect.Value {
	p, ok := piecesOf(v)
	if !ok {
		r.value = true
		return v
	}
	for _, piece := range p {
		r.text = append(r.text, piece.Text...)
		r.note(piece.Source)
	}
	return reflect.ValueOf("")
}

// plain is a value that other functions can work with.
func plain(v reflect.Value) reflect.Value {
	if p, ok := piecesOf(v); ok {
		return reflect.ValueOf(p.String())
	}
	return v
}

// piecesOf is the value when it is Pieces, behind interfaces and pointers too.
func piecesOf(v reflect.Value) (pipeline.Pieces, bool) {
	for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
		v = v.Elem()
	}
	if !v.IsValid() || v.Type() != piecesType {
		return nil, false
	}
	return v.Interface().(pipeline.Pieces), true
}

// message renders the sections of a file one behind the other, so that all texts are parts of one.
func (r *recorder) message(t *Template, data any) ([]pipeline.Section, error) {
	r.text, r.parts, r.sections = r.text[:0], r.parts[:0], r.sections[:0]
	for _, define := range t.sections {
		end := len(r.text)
		if len(r.sections) > 0 {
			r.text = append(r.text, t.spec.Sep...)
		}
		r.from, r.first = len(r.text), len(r.parts)
		if err := r.section(define, t.fixed[define], data); err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(r.text[r.from:])) == 0 {
			r.text, r.parts = r.text[:end], r.parts[:r.first]
			continue
		}
		r.sections = append(r.sections, written{define, r.from, len(r.text), r.first, len(r.parts)})
	}
	return r.made(t.spec.Sep), nil
}

// section renders a section of the file; one without values has a fixed text.
func (r *recorder) section(define int, fixed []byte, data any) error {
	r.in, r.value = define, false
	if fixed == nil {
		return r.run.ExecuteTemplate(r, r.defines[define], data)
	}
	_, err := r.Write(fixed)
	return err
}

// made are the sections that were written. The separator behind one is a piece of its own, from the program.
func (r *recorder) made(sep string) []pipeline.Section {
	sections := make([]pipeline.Section, len(r.sections))
	all, text := make(pipeline.Pieces, 0, len(r.parts)+len(r.sections)), string(r.text)
	for i, w := range r.sections {
		first, from, end := len(all), w.from, w.end
		for _, p := range r.parts[w.first:w.last] {
			all = append(all, pipeline.Piece{Text: text[from:p.end], Source: p.source})
			from = p.end
		}
		if i < len(r.sections)-1 && sep != "" {
			all = append(all, pipeline.Piece{Text: sep, Source: pipeline.TextSource{Kind: pipeline.TextCode}})
			end += len(sep)
		}
		sections[i] = section(r.defines[w.define], text[w.from:end], all[first:len(all):len(all)])
	}
	return sections
}

// section is a section whose text is UTF-8.
func section(name, text string, pieces pipeline.Pieces) pipeline.Section {
	if repaired, runs := pipeline.Repair(text); runs > 0 {
		pieces = pieces.Rewritten(repaired, func(s string) string { s, _ = pipeline.Repair(s); return s })
		text = repaired
	}
	return pipeline.Section{Name: name, Text: text}.WithPieces(pieces)
}

// fixedText is the text of a define that prints no value; nil: it prints one, or calls another define.
func fixedText(list *parse.ListNode) []byte {
	text := []byte{}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			text = append(text, n.Text...)
		case *parse.ActionNode:
			if len(n.Pipe.Decl) > 0 || !isConstantText(n.Pipe) {
				return nil
			}
			text = append(text, n.Pipe.Cmds[0].Args[0].(*parse.StringNode).Text...)
		default:
			return nil
		}
	}
	return text
}

// rewriter changes the tree of a define so that a recorder learns what is written.
type rewriter struct {
	define int
}

// root changes a whole define. A section needs no call at its head: who renders it knows it.
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

// isConstantText reports whether a pipeline is a string constant, which is as literal as text outside of {{}}.
func isConstantText(p *parse.PipeNode) bool {
	if len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return false
	}
	_, ok := p.Cmds[0].Args[0].(*parse.StringNode)
	return ok
}

// pipe changes the calls in a pipeline: what a function cannot work with becomes a string.
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

// inner changes the pipelines inside of a word.
func (w rewriter) inner(n parse.Node) {
	switch n := n.(type) {
	case *parse.PipeNode:
		w.pipe(n)
	case *parse.ChainNode:
		w.inner(n.Node)
	}
}

// takesPieces reports whether a function can work with Pieces: our own, and those that only ask whether a value is
// empty.
func takesPieces(function string) bool {
	if _, ok := funcs[function]; ok {
		return true
	}
	if _, ok := textFuncs[function]; ok {
		return true
	}
	return function == "and" || function == "or" || function == "not"
}

// asPlain is an argument as a string when it is Pieces. A constant is none.
func asPlain(arg parse.Node) parse.Node {
	switch arg.(type) {
	case *parse.FieldNode, *parse.VariableNode, *parse.ChainNode, *parse.DotNode, *parse.PipeNode:
		c := call(arg.Position(), funcPlain)
		c.Args = append(c.Args, arg)
		return &parse.PipeNode{NodeType: parse.NodePipe, Pos: arg.Position(), Cmds: []*parse.CommandNode{c}}
	}
	return arg
}

// enter is the action that says whose literals follow.
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

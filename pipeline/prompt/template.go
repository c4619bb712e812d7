// Package prompt renders the messages of a system from template files.
//
// A file is one message, in the language of text/template. Each {{define "Name"}} in it is a section of the message, in
// the order of the file; a define that another define of the file calls with {{template}} or {{block}} is a fragment
// and makes no section of its own. Only white space and comments may stand between the defines.
//
// White space at the beginning and the end of a define's own text is layout and is dropped, also at the edges of an if
// or a with that stands there; a line feed that has to stay at an edge is written {{"\n"}}. White space that comes from
// the data is never touched, and neither is a "{{" in it.
//
// Every field, method and variable is checked against the type of the data when a file is loaded, so that a mistyped
// name is reported with file and line before anything runs.
package prompt

import (
	"bytes"
	"io/fs"
	"reflect"
	"slices"
	"sync"
	"text/template"
	"text/template/parse"
)

// Spec describes a template file.
type Spec struct {
	File string // its name in the folder
	Sep  string // appended to each section but the last
	Data any    // any value of the type that Render will get; nil: the file uses no data
}

// Template is a loaded file. It is safe for concurrent use.
type Template struct {
	spec     Spec
	names    []string        // of all defines, in the order of the file
	fixed    [][][]byte      // the texts of those without values, in pieces; nil for the others
	sections []int           // those that are not fragments, by index in names
	lines    map[*byte]lines // of each literal, by its first byte: the tree itself is written
	branches *FileBranches
	defines  *template.Template

	recorders sync.Pool // of *recorder
}

// load reads and checks a file, and returns all of its errors.
func load(fsys fs.FS, spec Spec) (*Template, []*Error) {
	src, err := read(fsys, spec.File)
	if err != nil {
		return nil, []*Error{err}
	}
	file, errs := parseFile(src)
	if len(errs) > 0 {
		return nil, src.unlessConflict(errs[:min(len(errs), maxErrors)])
	}
	if errs := check(file, reflect.TypeOf(spec.Data)); len(errs) > 0 {
		return nil, src.unlessConflict(errs)
	}
	t := &Template{spec: spec, names: file.names(), fixed: make([][][]byte, len(file.defines)),
		lines:   map[*byte]lines{},
		defines: template.New("").Funcs(textFuncs).Funcs(funcs).Option("missingkey=error")}
	for i := range file.defines {
		d := &file.defines[i]
		if !d.called {
			t.sections = append(t.sections, i)
		}
		trim(d.tree.Root)
		t.noteLines(src, d.tree.Root)
	}
	t.branches = branchesOf(file)
	for i := range file.defines {
		d := &file.defines[i]
		t.fixed[i] = fixedTexts(d.tree.Root)
		rewriter{define: i}.root(d)
		if _, err := t.defines.AddParseTree(d.name, d.tree); err != nil {
			return nil, []*Error{src.errorf(d.pos, "%v", err)}
		}
	}
	return t, nil
}

// lines are the lines of a file, from 1, in which a text begins and ends; 0: unknown.
type lines struct{ first, last int }

var newline = []byte("\n")

// noteLines records the lines of the file in which the literals of a define begin.
func (t *Template) noteLines(src source, root *parse.ListNode) {
	walk(root, func(n parse.Node) {
		if text, ok := n.(*parse.TextNode); ok && len(text.Text) > 0 {
			first := src.line(int(text.Pos))
			t.lines[&text.Text[0]] = lines{first, first + bytes.Count(text.Text, newline)}
		}
	})
}

// Has reports whether the file has a section of this name.
func (t *Template) Has(section string) bool {
	return slices.ContainsFunc(t.sections, func(i int) bool { return t.names[i] == section })
}

package prompt

import (
	"bytes"
	"reflect"
	"text/template"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// How a rendered text knows its sources
//
// text/template writes literal text and printed values to one writer, without distinguishing them. So the parse tree is
// rewritten when a file is loaded: each value passes a function on its way to the writer, and at the head of each
// fragment and after each {{template}} a function names the define of the following literals. These functions belong to
// one recorder, which is also the writer: what is written right after a value is the value, all else is literal. There
// are no marks in the text that a value could imitate, and nothing is searched for.

// recorder is the writer of one message at a time. It notes the end and the source of each part of the text.
type recorder struct {
	code    pipeline.TextSource
	sources []pipeline.TextSource // of the literals of each define
	lines   map[*byte]lines
	heads   map[*byte]*pipeline.Branch
	defines []string
	run     *template.Template // bound to this recorder

	text     []byte
	parts    []part
	sections []written         // finished ones
	from     int               // beginning of the current one
	first    int               // its first part
	in       int               // the define whose literals are written
	value    bool              // the next write is a value
	taken    pipeline.Branches // of which no text tells yet
}

type part struct {
	end    int                  // in the text of the message
	source *pipeline.TextSource // never changed: copying it for each literal would dominate the time
	lines  lines                // of the source's file
	taken  pipeline.Branches
}

// written is a section of the message: its define, its range in the text, without the separator, and its parts.
type written struct {
	define, from, end, first, last int
}

// newRecorder binds a copy of the defines to a recorder. The trees are shared.
func newRecorder(t *Template) (*recorder, error) {
	r := &recorder{code: pipeline.TextSource{Kind: pipeline.TextCode}, lines: t.lines, defines: t.names,
		heads: t.branches.heads, sources: t.branches.sources}
	run, err := t.defines.Clone()
	if err != nil {
		return nil, err
	}
	r.run = run.Funcs(template.FuncMap{funcIn: r.enter, funcValue: r.print, funcPlain: plain})
	return r, nil
}

// Write implements io.Writer for text/template.
func (r *recorder) Write(p []byte) (int, error) {
	source, at := &r.code, lines{}
	if !r.value {
		if len(p) == 1 {
			if b := r.heads[&p[0]]; b != nil {
				r.taken = r.taken.With(b)
				return 1, nil
			}
		}
		source = &r.sources[r.in]
		if len(p) > 0 {
			at = r.lines[&p[0]]
		}
		if n := len(r.parts); at.first == 0 && n > r.first && r.parts[n-1].source == source {
			at.first = r.parts[n-1].lines.last // a constant, in the line of the preceding part
		}
	}
	r.value = false
	r.text = append(r.text, p...)
	r.note(source, at, pipeline.Branches{})
	return len(p), nil
}

// note sets the source and lines of what was just written. A part that continues the line in which the last one ends is
// merged with it. It tells of the branches taken since, and of those that a value brings along.
func (r *recorder) note(source *pipeline.TextSource, at lines, taken pipeline.Branches) {
	n, before := len(r.parts), r.from
	if n > r.first {
		before = r.parts[n-1].end
	}
	switch {
	case before == len(r.text): // nothing was written
		return
	case n > r.first && r.parts[n-1].lines.last == at.first && same(r.parts[n-1].source, source):
		r.parts[n-1].end, r.parts[n-1].lines.last = len(r.text), at.last
	default:
		r.parts = append(r.parts, part{len(r.text), source, at, taken})
		taken = pipeline.Branches{}
	}
	last := &r.parts[len(r.parts)-1]
	last.taken, r.taken = last.taken.Union(taken).Union(r.taken), pipeline.Branches{}
}

// told makes the last text tell of the branches behind it, which wrote nothing.
func (r *recorder) told() {
	if n := len(r.parts); n > 0 {
		r.parts[n-1].taken, r.taken = r.parts[n-1].taken.Union(r.taken), pipeline.Branches{}
	}
}

// untold keeps the branches of a blank section for the text behind it, but for those of its own words.
func (r *recorder) untold(parts []part) {
	for _, p := range parts {
		r.taken = r.taken.Union(p.taken)
	}
	var kept pipeline.Branches
	for b := range r.taken.All() {
		if !b.IsDefine() {
			kept = kept.With(b)
		}
	}
	r.taken = kept
}

func same(a, b *pipeline.TextSource) bool { return a == b || *a == *b }

func (r *recorder) enter(define int) string {
	r.in = define
	return ""
}

// print takes a value that is about to be printed. Pieces are written here, with their sources; any other value is left
// to text/template.
func (r *recorder) print(v reflect.Value) reflect.Value {
	p, ok := piecesOf(v)
	if !ok {
		r.value = true
		return v
	}
	for i := range p {
		piece := &p[i] // never changed
		r.text = append(r.text, piece.Text...)
		r.note(&piece.Source, lines{piece.Line, piece.Behind(len(piece.Text))}, piece.Taken)
	}
	return reflect.ValueOf("")
}

// message renders the sections of a file in one text, of which all texts are parts.
func (r *recorder) message(t *Template, data any) ([]pipeline.Section, error) {
	r.text, r.parts, r.sections, r.taken = r.text[:0], r.parts[:0], r.sections[:0], pipeline.Branches{}
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
			r.untold(r.parts[r.first:])
			r.text, r.parts = r.text[:end], r.parts[:r.first]
			continue
		}
		r.told()
		r.sections = append(r.sections, written{define, r.from, len(r.text), r.first, len(r.parts)})
	}
	r.told()
	return r.made(t.spec.Sep), nil
}

// section renders a section of the file; one without values has a fixed text.
func (r *recorder) section(define int, fixed [][]byte, data any) error {
	r.in, r.value = define, false
	if fixed == nil {
		return r.run.ExecuteTemplate(r, r.defines[define], data)
	}
	for _, text := range fixed {
		if _, err := r.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// made returns the sections that were written. The separator after one is a piece of its own, from the program.
func (r *recorder) made(sep string) []pipeline.Section {
	sections := make([]pipeline.Section, len(r.sections))
	all, text := make(pipeline.Pieces, 0, len(r.parts)+len(r.sections)), string(r.text)
	for i, w := range r.sections {
		first, from, end := len(all), w.from, w.end
		for _, p := range r.parts[w.first:w.last] {
			all = append(all, pipeline.Piece{Text: text[from:p.end], Source: *p.source, Line: p.lines.first,
				Taken: p.taken})
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

// section returns a section whose text is valid UTF-8.
func section(name, text string, pieces pipeline.Pieces) pipeline.Section {
	if repaired, runs := pipeline.Repair(text); runs > 0 {
		pieces = pieces.Rewritten(repaired, func(s string) string { s, _ = pipeline.Repair(s); return s })
		text = repaired
	}
	return pipeline.Section{Name: name, Text: text}.WithPieces(pieces)
}

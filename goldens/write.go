package goldens

import (
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prefix"
)

// Append appends the file's bytes to b. The error names the invalid call: a repeated path, text that is not UTF-8, or a
// JSON value that is not in the form of jsonvalue.Canonical.
func (f *File) Append(b []byte) ([]byte, error) {
	w := &writer{b: b}
	version := f.Version
	if version == 0 {
		version = newest
	}
	if version >= 2 {
		w.references = newReferences()
	}
	w.raw("golden: " + strconv.Itoa(version) + "\n")
	w.pending(f.Pending)
	w.field(0, "case", f.Case)
	w.field(0, "suite", f.Suite)
	w.optional(0, "from", f.From)
	if w.err != nil {
		return b, w.err
	}
	tools := newTable()
	if err := w.calls(f.Calls, tools); err != nil {
		return b, err
	}
	if err := w.tools(tools); err != nil {
		return b, err
	}
	if err := CheckSize(len(w.b) - len(b)); err != nil {
		return b, err
	}
	return w.b, nil
}

func (w *writer) pending(p *Pending) {
	if p == nil {
		return
	}
	w.raw("pending:\n")
	w.field(2, "run", p.Name)
	w.field(2, "build", p.Build)
	w.field(2, "shown", p.Shown)
	w.optional(2, "prompts", p.Prompts)
	w.optional(2, "requests", p.Requests)
	w.list(2, "command", p.Command)
	w.list(2, "stages", p.Stages)
	w.list(2, "rejected", p.Rejected)
	w.optional(2, "seal", p.Seal)
}

// list writes a list of texts, if there are any.
func (w *writer) list(col int, key string, items []string) {
	if len(items) == 0 {
		return
	}
	w.pad(col)
	w.raw(key + ":\n")
	for _, item := range items {
		w.pad(col + 2)
		w.raw("- ")
		w.scalar(item)
		w.raw("\n")
	}
}

func (w *writer) calls(calls []Call, tools *table) error {
	if len(calls) == 0 {
		w.raw("calls: []\n")
		return nil
	}
	w.raw("calls:\n")
	paths := make(map[string]bool, len(calls))
	earlier, messages := prefix.New(), 0
	for i, c := range calls {
		if paths[c.Path] {
			return fmt.Errorf("%s: two calls with this path", c.Path)
		}
		paths[c.Path] = true
		if messages += len(c.Messages); messages > maxMessages {
			return fmt.Errorf("%s: %w: more than %d messages in one file", c.Path, ErrTooLarge, maxMessages)
		}
		from, keep := earlier.Add(i, c.Stage, c.Messages)
		w.call(c, calls[from].Path, keep, tools)
		w.fail(w.references.add(c, keep))
		if w.err != nil {
			return fmt.Errorf("%s: %w", c.Path, w.err)
		}
	}
	return nil
}

// call writes c, whose first keep messages are those of the call at the path from.
func (w *writer) call(c Call, from string, keep int, tools *table) {
	w.first(4, "path", c.Path)
	w.field(4, "stage", c.Stage)
	if keep > 0 {
		w.raw("    extends: {call: ")
		w.scalar(from)
		w.raw(", keep: " + strconv.Itoa(keep) + "}\n")
	}
	if keep == len(c.Messages) {
		w.raw("    messages: []\n")
	} else {
		w.raw("    messages:\n")
	}
	for _, m := range c.Messages[keep:] {
		w.message(8, m)
	}
	for i, t := range c.Tools {
		w.raw(separator(i, "    tools: ["))
		w.raw(tools.key(t))
	}
	if len(c.Tools) > 0 {
		w.raw("]\n")
	}
	if as := w.references.format(c.Format); as != "" {
		w.field(4, "format_as", as)
	} else if len(c.Format) > 0 {
		w.raw("    format:")
		w.json(6, c.Format)
	}
	if len(c.Parameters) > 0 {
		w.raw("    parameters:")
		w.json(6, c.Parameters)
	}
}

func separator(i int, start string) string {
	if i == 0 {
		return start
	}
	return ", "
}

func (w *writer) message(col int, m pipeline.Message) {
	w.first(col, "role", m.Role)
	w.optional(col, "tool_call_id", m.ToolCallID)
	w.optional(col, "name", m.Name)
	w.sections(col, m.Sections)
	if len(m.ToolCalls) > 0 {
		w.pad(col)
		w.raw("tool_calls:\n")
	}
	for _, c := range m.ToolCalls {
		w.first(col+4, "id", c.ID)
		w.field(col+4, "name", c.Name)
		w.text(col+4, "arguments", c.Arguments)
	}
	if len(m.Fields) > 0 {
		w.pad(col)
		w.raw("fields:")
		w.json(col+2, m.Fields)
	}
}

// sections writes a reference and a single short section on one line, and all others with a line for each line of text.
func (w *writer) sections(col int, sections []pipeline.Section) {
	if len(sections) == 0 {
		return
	}
	w.pad(col)
	if len(sections) == 1 && fitsLine(sections[0].Text) {
		w.raw("sections: [{name: ")
		w.scalar(sections[0].Name)
		w.raw(`, text: "` + sections[0].Text + "\"}]\n")
		return
	}
	if len(sections) == 1 {
		if as := w.references.find(sections[0].Text); as != "" {
			w.raw("sections: [")
			w.reference(sections[0].Name, as)
			w.raw("]\n")
			return
		}
	}
	w.raw("sections:\n")
	for _, s := range sections {
		if as := w.references.find(s.Text); as != "" {
			w.pad(col + 2)
			w.raw("- ")
			w.reference(s.Name, as)
			w.raw("\n")
			continue
		}
		w.first(col+4, "name", s.Name)
		w.text(col+4, "text", s.Text)
	}
}

// reference writes a section with the text of an earlier one.
func (w *writer) reference(name, as string) {
	w.raw("{name: ")
	w.scalar(name)
	w.raw(", as: ")
	w.scalar(as)
	w.raw("}")
}

// first writes the first key of a list's item, which is a mapping with its keys in column col.
func (w *writer) first(col int, key, value string) {
	w.pad(col - 2)
	w.raw("- ")
	w.entry(key, value)
}

func (w *writer) field(col int, key, value string) {
	w.pad(col)
	w.entry(key, value)
}

func (w *writer) optional(col int, key, value string) {
	if value != "" {
		w.field(col, key, value)
	}
}

func (w *writer) entry(key, value string) {
	w.raw(key)
	w.raw(": ")
	w.scalar(value)
	w.raw("\n")
}

func (w *writer) tools(t *table) error {
	if len(t.listed) > 0 {
		w.raw("tools:\n")
	}
	for _, l := range t.listed {
		w.raw("  " + l.key + ":")
		w.tool(4, l.key, l.tool)
		if w.err != nil {
			return fmt.Errorf("tool %s: %w", l.key, w.err)
		}
	}
	return nil
}

// tool writes a table entry after its key. The name is written only if it differs from the key.
func (w *writer) tool(col int, key string, t pipeline.Tool) {
	if key == t.Name && t.Description == "" && len(t.Parameters) == 0 {
		w.raw(" {}\n")
		return
	}
	w.raw("\n")
	if key != t.Name {
		w.field(col, "name", t.Name)
	}
	if t.Description != "" {
		w.text(col, "description", t.Description)
	}
	if len(t.Parameters) > 0 {
		w.pad(col)
		w.raw("parameters:")
		w.json(col+2, t.Parameters)
	}
}

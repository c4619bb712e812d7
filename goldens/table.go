package goldens

import (
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// table holds the tools of a file, each content once, under a key that calls name it by.
type table struct {
	keys   map[content]string
	taken  map[string]bool
	listed []listed
}

type content struct{ name, description, parameters string }

type listed struct {
	key  string
	tool pipeline.Tool
}

func newTable() *table {
	return &table{keys: map[content]string{}, taken: map[string]bool{}}
}

// key is the tool's name, with @2, @3 and so on behind it when another tool has that key. A name that is no plain
// scalar gets the key "tool": keys need no quotes, and the name stands in the table.
func (t *table) key(tool pipeline.Tool) string {
	if key, ok := t.keys[content{tool.Name, tool.Description, string(tool.Parameters)}]; ok {
		return key
	}
	base := tool.Name
	if !isPlain(base) || len(base) > 200 {
		base = "tool"
	}
	key := base
	for n := 2; t.taken[key]; n++ {
		key = base + "@" + strconv.Itoa(n)
	}
	t.keys[content{tool.Name, tool.Description, string(tool.Parameters)}] = key
	t.taken[key] = true
	t.listed = append(t.listed, listed{key, tool})
	return key
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

// tool writes a table entry behind its key. The name is written only where it is not the key.
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

package alfred

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// changes applies the user's changes by hand to tables and registry (F4).
func (t *turn) changes(list []Change) error {
	t.touched = len(list) > 0
	for i, c := range list {
		if err := t.change(c, blockText("changes["+strconv.Itoa(i)+"]")); err != nil {
			return wrong("changes[%d]: %v", i, err)
		}
	}
	return nil
}

// change applies one of them: the row is found by its id, or created with it.
func (t *turn) change(c Change, from pipeline.TextSource) error {
	tool, ok := map[string]string{
		"created": toolCreate, "updated": toolUpdate, "deleted": toolDelete, "mentioned": toolRead,
	}[c.Do]
	if !ok {
		return fmt.Errorf("do: want created, updated, deleted or mentioned, got %q", c.Do)
	}
	row, err := rowOf(c.Row)
	if err != nil {
		return err
	}
	t.Mask().Learn(string(c.Row))
	id := cmp.Or(c.ID, row.Text("id"))
	if !memory.IsUUID(id) {
		return fmt.Errorf("id: want the row's UUID, got %q", id)
	}
	rows, err := t.byHand(tool, c.Table, id, row)
	if err != nil {
		return err
	}
	if len(rows) != 1 {
		return fmt.Errorf("id: %s has %d rows with the id %s", c.Table, len(rows), id)
	}
	typ := t.Registry.Domain().Type(c.Table)
	t.Registry.ChangedInUI(id, typ, memory.LabelOf(rows[0], typ), c.Do+":user", from)
	return nil
}

// byHand makes a query of the interface's own: no model has requested it.
func (t *turn) byHand(tool, table, id string, row *record.Object) ([]*record.Object, error) {
	params := record.Of(record.Field{Key: "table", Value: table})
	if tool == toolCreate || tool == toolUpdate {
		params.Set("data", row)
	}
	if tool != toolCreate {
		params.Set("filters", []any{record.Of(record.Field{Key: "field", Value: "id"},
			record.Field{Key: "op", Value: "="}, record.Field{Key: "value", Value: id})})
	}
	got, err := t.Tables.Run(tool, params, func() string { return id })
	if err != nil {
		return nil, err
	}
	return record.Rows(got), nil
}

// rowOf returns the row of a change; an empty one if there is none.
func rowOf(raw json.RawMessage) (*record.Object, error) {
	if len(raw) == 0 {
		return &record.Object{}, nil
	}
	row, err := record.ParseObject(raw)
	if err != nil {
		return nil, fmt.Errorf("row: %w", err)
	}
	return row, nil
}

// mention matches the interface's form of a row in a message: @[Butter Chicken](recipe:0a1b…).
var mention = regexp.MustCompile(`@\[([^\]]*)\]\(([a-z_]+):([0-9A-Fa-f-]{36})\)`)

// read takes the user's message: mentioned rows become references, without ids (F4, F0).
func (t *turn) read(text pipeline.Pieces) {
	s, source := text.String(), text.Source()
	for _, m := range mention.FindAllStringSubmatch(s, -1) {
		t.Registry.ChangedInUI(strings.ToLower(m[3]), m[2], m[1], "mentioned:user", source)
	}
	mask := t.Mask()
	mask.Learn(s)
	for _, m := range mention.FindAllString(s, -1) {
		t.mentioned = append(t.mentioned, source.Of(mask.Text(m)))
	}
	t.message = hide(mask, text)
}

package alfred

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// database is the tables of a conversation, and the references by which models know their rows.
type database struct {
	rows  map[string][]row
	refs  map[string]*entity
	order []*entity
}

// entity is a row that a model has seen. It outlives the row.
type entity struct {
	ref, table, id, name, state string
}

// see gives a row its reference.
func (d *database) see(table, id, name, state string) *entity {
	for _, e := range d.order {
		if e.table == table && e.id == id {
			e.name, e.state = name, state
			return e
		}
	}
	n := 1
	for _, e := range d.order {
		if e.table == table {
			n++
		}
	}
	e := &entity{ref: typeOf(table) + "_" + strconv.Itoa(n), table: table, id: id, name: name, state: state}
	d.order, d.refs[e.ref] = append(d.order, e), e
	return e
}

// remove takes a row away; whoever has seen it is told how it went.
func (d *database) remove(table, id, state string) {
	d.rows[table] = slices.DeleteFunc(d.rows[table], func(r row) bool { return r["id"] == id })
	for _, e := range d.order {
		if e.table == table && e.id == id {
			e.state = state
		}
	}
}

// list is what a model reads of the references, a line each.
func (d *database) list() pipeline.Pieces {
	var lines pipeline.Pieces
	code := pipeline.TextSource{}
	for _, e := range d.order {
		name := pipeline.CaseText("alfred.tables." + e.table).Of(e.name)
		lines = pipeline.JoinPieces(lines, code.Of("- "+e.ref+": "), name, code.Of(" ["+e.state+"]\n"))
	}
	return lines
}

func (d *database) states() map[string]string {
	all := map[string]string{}
	for _, e := range d.order {
		all[e.ref] = e.name + " [" + e.state + "]"
	}
	return all
}

// query is what a model asks the database for; behind the translation it has an id where the model wrote a reference.
type query struct {
	Table string `json:"table,omitempty"`
	Ref   string `json:"ref,omitempty"`
	ID    string `json:"id,omitempty"`
	Data  row    `json:"data,omitempty"`
}

// call carries out a tool call of a model, and gives what it reads of it. The reference that the model wrote becomes an
// id before the call, and ids in the result become references behind it, also of a result that the case has.
func (d *database) call(ctx context.Context, rt *pipeline.Runtime, a action) (pipeline.Pieces, error) {
	said := pipeline.ToolCall{ID: pipeline.CallID(rt.ID("call")), Name: a.Tool, Arguments: string(a.Params)}
	var q query
	err := json.Unmarshal(a.Params, &q)
	if e := d.refs[q.Ref]; err == nil && q.Ref != "" {
		if e == nil {
			err = fmt.Errorf("there is no %s", q.Ref)
		} else {
			q.Table, q.ID, q.Ref = e.table, e.id, ""
		}
	}
	if err != nil {
		return d.failed(rt, said, rt.Refuse(said, err.Error())), nil
	}
	call := said
	arguments, err := jsonvalue.Marshal(q)
	if err != nil {
		return nil, err
	}
	call.Arguments = string(arguments)
	own := func(_ context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
		return d.execute(rt, call.Name, q)
	}
	res, err := rt.ToolAs(ctx, said, call, own)
	if err != nil {
		return nil, err
	}
	if res.Failed {
		return d.failed(rt, call, res), nil
	}
	return rt.ToolText(call).Of(d.read(q.Table, res.Content)), nil
}

func (d *database) failed(rt *pipeline.Runtime, call pipeline.ToolCall, res pipeline.ToolResult) pipeline.Pieces {
	rt.Fallback(pipeline.Fallback{Stage: "crud", Reason: toolError, Detail: call.Name})
	return pipeline.JoinPieces(pipeline.TextSource{}.Of("Error: "), rt.ToolText(call).Of(res.Content))
}

// execute runs a query on the tables.
func (d *database) execute(rt *pipeline.Runtime, tool string, q query) (string, error) {
	rows := d.rows[q.Table]
	switch tool {
	case "db_read":
	case "db_create":
		created := maps.Clone(q.Data)
		created["id"] = rt.ID("row")
		d.rows[q.Table] = append(rows, created)
		rows = []row{created}
	case "db_delete":
		d.remove(q.Table, q.ID, "deleted")
		rows = nil
	default:
		return "", errors.New("there is no tool " + tool)
	}
	raw, err := jsonvalue.Marshal(rows)
	return string(raw), err
}

// read gives the rows of a result their references. A result of another shape is left as it is.
func (d *database) read(table, content string) string {
	var rows []row
	if json.Unmarshal([]byte(content), &rows) != nil {
		return content
	}
	for _, r := range rows {
		r["ref"] = d.see(table, r["id"], r["name"], "read").ref
		delete(r, "id")
	}
	raw, err := jsonvalue.Marshal(rows)
	if err != nil {
		return content
	}
	return string(raw)
}

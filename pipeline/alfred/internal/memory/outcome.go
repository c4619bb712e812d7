package memory

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Text returns the outcome of a step, in a line (F8): the model's summary, then what the calls did and what has
// become of its drafts.
func (o Outcome) Text(e Entities) pipeline.Pieces {
	if e.Program {
		return o.programText()
	}
	var open pipeline.Pieces
	if o.Open {
		open = code("Not completed.")
	}
	if all := join(" ", open, sentence(inLine(o.Summary)), o.counts(), e.drafted(o.Drafts)); len(all) > 0 {
		return all
	}
	return code("Completed.")
}

// sentence returns a text with a full stop, unless it ends with a mark of its own.
func sentence(p pipeline.Pieces) pipeline.Pieces {
	switch last, _ := utf8.DecodeLastRuneInString(p.String()); {
	case unicode.Is(unicode.Han, last):
		return say(p, "。")
	case unicode.IsLetter(last), unicode.IsNumber(last), last == '\'', last == ')':
		return say(p, ".")
	}
	return p
}

// counts returns what the calls did, by kind of call and table: "(Read 3 rows of inventory.)". What is no row in a
// result does not count.
func (o Outcome) counts() pipeline.Pieces {
	type did struct {
		verb, table string
		noRows      bool // a text in their place
	}
	var order []did
	rows, failed := map[did]int{}, 0
	for _, r := range o.Results {
		v := parse(r.Data)
		one := did{verbs[r.Tool], r.Table, !holdsRows(v)}
		if r.Failed || one.verb == "" {
			failed += boolInt(r.Failed)
			continue
		}
		if _, ok := rows[one]; !ok {
			order = append(order, one)
		}
		rows[one] += len(record.Rows(v))
	}
	var all []string
	for _, d := range order {
		text := fmt.Sprintf("%s %s of %s", d.verb, number(rows[d], "row"), d.table)
		if d.noRows {
			text = fmt.Sprintf("%s %s, which gave no rows", d.verb, d.table)
		}
		all = append(all, text)
	}
	if failed > 0 {
		all = append(all, number(failed, "call")+" failed")
	}
	if len(all) == 0 {
		return nil
	}
	return code("(" + upper(strings.Join(all, "; ")) + ".)")
}

// holdsRows reports whether a result is a row, or a list, empty or not.
func holdsRows(v any) bool {
	_, list := v.([]any)
	return list || len(record.Rows(v)) > 0
}

var verbs = map[string]string{"db_read": "read", "db_create": "created", "db_update": "updated", "db_delete": "deleted"}

// drafted returns what was composed, and whether it is saved by now: "Composed 'Thai Curry', not saved."
func (e Entities) drafted(drafts []Draft) pipeline.Pieces {
	var all pipeline.Pieces
	for _, d := range drafts {
		all = join(" ", all, say("Composed '", inLine(d.Name), "', ", e.stateOf(d.Ref), "."))
	}
	return all
}

func (e Entities) stateOf(ref string) string {
	for _, x := range e.All {
		switch {
		case x.Ref != ref:
		case x.Pending:
			return "not saved"
		case strings.HasPrefix(x.Action, "deleted"):
			return "saved, and deleted since"
		default:
			return "saved since"
		}
	}
	return "dropped since"
}

// number returns "1 row" or "3 rows".
func number(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return strconv.Itoa(n) + " " + of + "s"
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// programText returns the outcome in the program's words.
func (o Outcome) programText() pipeline.Pieces {
	if len(o.Results) > 0 {
		records := 0
		for _, r := range o.Results {
			records += count(parse(r.Data))
		}
		return code(fmt.Sprintf("Processed %d records across %d operations", records, len(o.Results)))
	}
	switch v := parse(o.Data).(type) {
	case nil:
		return code("No records found")
	case []any:
		if len(v) == 0 {
			return code("No records found")
		}
		return code(strconv.Itoa(len(v)) + " records")
	case *record.Object:
		for _, key := range []string{"name", "title"} {
			if name := v.Get(key); record.Truthy(name) {
				return say("Created/updated '", o.From.Of(record.Str(name)), "'")
			}
		}
	}
	return code("completed")
}

// Serialized returns what is kept of a step: the last of its results (F8).
func (o Outcome) Serialized() Serialized {
	n := len(o.Results)
	switch {
	case n > 0:
		last := o.Results[n-1]
		return Serialized{Data: last.Data, Table: last.Table, Tool: last.Tool, From: last.From}
	case len(o.Data) == 0:
		return Serialized{Data: []byte("[]")}
	}
	return Serialized{Data: o.Data, From: o.From}
}

// count returns the number of records of a result.
func count(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case []any:
		return len(v)
	}
	return 1
}

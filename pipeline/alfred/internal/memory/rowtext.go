package memory

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// rowText returns all that is known of an entity's row, below its line: false, zero and empty values too.
func rowText(x Entity) pipeline.Pieces {
	if len(x.Row) == 0 {
		return nil
	}
	return say("  ", x.Seen.Of(oneLine(string(x.Row))))
}

// show returns a row as the program shows it below the line of its entity: short values in one line, ingredients
// and instructions in separate lines.
func (r row) show() pipeline.Pieces {
	if r.Object == nil {
		return nil
	}
	var all pipeline.Pieces
	for key, v := range r.All() {
		all = join(" | ", all, r.field(key, v))
	}
	if len(all) > 0 {
		all = say("  ", all)
	}
	return lines(all, r.ingredients(), r.instructions())
}

// field returns a short value with its name. Names and labels are already in the entity's line.
func (r row) field(key string, v any) pipeline.Pieces {
	switch key {
	case "id", "name", "title", "recipe_ingredients", "ingredients", "instructions", "cook_time_minutes":
		return nil
	case "prep_time_minutes":
		return say("time: ", join("+", r.text("prep_time_minutes"), r.text("cook_time_minutes")), "min")
	}
	if strings.HasPrefix(key, "_") || !record.Truthy(v) {
		return nil
	}
	return say(r.from.Of(oneLine(key)), ": ", r.from.Of(short(v)))
}

// short returns a value in one line: a list of texts with commas, else as Python prints it.
func short(v any) string {
	list, ok := v.([]any)
	if !ok {
		return oneLine(record.Str(v))
	}
	each := make([]string, len(list))
	for i, e := range list {
		each[i] = oneLine(record.Str(e))
	}
	return strings.Join(each, ", ")
}

// ingredients returns the list of a recipe's ingredients.
func (r row) ingredients() pipeline.Pieces {
	all, ok := r.list("recipe_ingredients")
	if !ok {
		all, ok = r.list("ingredients")
	}
	if !ok {
		return nil
	}
	block := code(fmt.Sprintf("  **ingredients (%d items):**", len(all)))
	for _, v := range all {
		block = lines(block, say("    - ", r.from.Of(oneLine(ingredient(v)))))
	}
	return block
}

// ingredient returns "1 tsp salt".
func ingredient(v any) string {
	o, ok := v.(*record.Object)
	if !ok {
		return record.Str(v)
	}
	var words []string
	for _, key := range []string{"quantity", "unit", "name"} {
		if v := o.Get(key); record.Truthy(v) {
			words = append(words, record.Str(v))
		}
	}
	return strings.Join(words, " ")
}

// numbered matches the leading number of a recipe's step.
var numbered = regexp.MustCompile(`^\s*\d+[.)]\s*`)

// instructions returns the steps of a recipe, each numbered once.
func (r row) instructions() pipeline.Pieces {
	all, ok := r.list("instructions")
	if !ok {
		return nil
	}
	block := code(fmt.Sprintf("  **instructions (%d steps):**", len(all)))
	for i, v := range all {
		step := oneLine(numbered.ReplaceAllString(record.Str(v), ""))
		block = lines(block, say("    ", i+1, ". ", r.from.Of(step)))
	}
	return block
}

// list returns a list that is not empty.
func (r row) list(key string) ([]any, bool) {
	list, ok := r.Get(key).([]any)
	return list, ok && len(list) > 0
}

// JSON returns data for a prompt.
func JSON(data json.RawMessage, from pipeline.TextSource) pipeline.Pieces {
	return from.Of(record.Indent(data))
}

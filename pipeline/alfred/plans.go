package alfred

import (
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// savePlans marks the unsaved plans of meals whose meals this step has created, each a row of its own (F4).
func (w *work) savePlans() {
	var meals []*record.Object
	for _, r := range w.results {
		if r.Tool == toolCreate && !r.Failed && w.Registry.Domain().Type(r.Table) == "meal" {
			meals = append(meals, rowsOf(r)...)
		}
	}
	for _, e := range w.Registry.Entities() {
		plan, err := record.ParseObject(e.Content)
		if err != nil || !e.Pending || e.Type != "meal_plan" || len(meals) == 0 {
			continue
		}
		if refs, ok := savedIn(meals, database.Meals(plan)); ok {
			w.Registry.SavedAs(e.Ref, refs)
		}
	}
}

// rowsOf returns the rows of a result.
func rowsOf(r memory.Result) []*record.Object {
	v, _ := record.Parse(r.Data)
	return record.Rows(v)
}

// savedIn returns the references of the rows that hold the meals of a plan, by day and kind of meal; ok: all are there.
func savedIn(rows, plan []*record.Object) (refs []string, ok bool) {
	for _, meal := range plan {
		found := ""
		for _, row := range rows {
			if row.Text("date") == meal.Text("date") && row.Text("meal_type") == meal.Text("meal_type") {
				found = row.Text("id")
			}
		}
		if found == "" {
			return nil, false
		}
		refs = append(refs, found)
	}
	return refs, len(refs) > 0
}

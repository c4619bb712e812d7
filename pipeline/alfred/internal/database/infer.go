package database

import (
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Infer returns an artefact's type, by its keys, and its label; index is its position among those that a step made,
// from 0 (F4).
func Infer(artefact *record.Object, index int) (typ, label string) {
	typ = typeOf(artefact)
	if label = memory.NameOf(artefact); label != "" {
		return typ, label
	}
	if typ == "meal_plan" {
		list, _ := artefact.Get("meal_plan").([]any)
		return typ, planLabel(list)
	}
	return typ, "item_" + strconv.Itoa(index+1)
}

// Draft returns an artefact's type, by the subdomain of the step that composed it, and its label; an empty one
// stands for its reference. A plan of meals is one artefact, though its meals are rows. Where the step names no
// subdomain, the keys decide.
func Draft(d memory.Domain, subdomain string, artefact *record.Object) (typ, label string) {
	tables := d.Subdomain(subdomain)
	switch {
	case len(tables) == 0:
		typ = typeOf(artefact)
	case d.Type(tables[0].Name) == "meal" && slices.ContainsFunc(artefact.Keys(), IsPlan):
		typ = "meal_plan"
	default:
		typ = d.Type(tables[0].Name)
	}
	if label = memory.LabelOf(artefact, typ); label == "" && typ == "meal_plan" {
		label = planLabel(record.List(Meals(artefact)))
	}
	return typ, label
}

// Meals returns the meals of a plan.
func Meals(plan *record.Object) []*record.Object {
	for key, v := range plan.All() {
		if meals, ok := record.Objects(v); ok && IsPlan(key) {
			return meals
		}
	}
	return nil
}

// IsPlan reports whether a key has the meals of a plan.
func IsPlan(key string) bool { return key == "meal_plan" || key == "meals" }

func typeOf(artefact *record.Object) string {
	has := func(key string) bool { return artefact.Has(key) }
	switch {
	case slices.ContainsFunc([]string{"instructions", "cuisine", "prep_time"}, has):
		return "recipe"
	case has("meal_type") && has("date"), has("meal_plan"), has("meals"):
		return "meal_plan"
	case has("due_date"), has("title") && has("status"):
		return "task"
	case record.Truthy(artefact.Get("type")):
		return record.String(artefact.Get("type"))
	}
	return "item"
}

// planLabel labels a plan of meals by its first and last day.
func planLabel(meals []any) string {
	var days []string
	for _, v := range meals {
		if entry, ok := v.(*record.Object); ok && record.Truthy(entry.Get("date")) {
			days = append(days, record.String(entry.Get("date")))
		}
	}
	if len(days) == 0 {
		return "Generated Meal Plan"
	}
	return "Meal Plan " + days[0] + " to " + days[len(days)-1]
}

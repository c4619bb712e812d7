package memory

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// column is a column of a table for Act. Ids never show: id and every field that ends in _id hold references.
type column struct{ name, holds string }

// columns returns those of the eight tables (F0).
func columns(table string) []column {
	switch table {
	case "inventory":
		return []column{
			{"id", "ref, such as inv_1"}, {"name", "text, required"}, {"quantity", "number"},
			{"unit", "text: g, ml, piece, …"},
			{"location", "pantry, fridge, freezer or cupboard"}, {"category", "text"}, {"expiry_date", "date"},
			{"purchase_date", "date"}, {"ingredient_id", "ref of a row of ingredients"}, {"notes", "text"},
		}
	case "ingredients":
		return []column{
			{"id", "ref, such as ing_1"}, {"name", "text, required"}, {"category", "text"}, {"default_unit", "text"},
			{"aliases", "list of texts"},
		}
	case "recipes":
		return []column{
			{"id", "ref, such as recipe_1"}, {"name", "text, required"}, {"description", "text"}, {"cuisine", "text"},
			{"difficulty", "easy, medium or hard"}, {"prep_time_minutes", "whole number"},
			{"cook_time_minutes", "whole number"}, {"servings", "whole number"},
			{"instructions", "list of texts, one for each step; long: leave it out to list recipes"},
			{"tags", "list of texts"}, {"parent_recipe_id", "ref of the recipe that this is a variant of"},
			{"notes", "text"},
		}
	case "recipe_ingredients":
		return []column{
			{"id", "ref, such as ri_1"}, {"recipe_id", "ref of a row of recipes, required"},
			{"ingredient_id", "ref of a row of ingredients"}, {"name", "text, required"}, {"quantity", "number"},
			{"unit", "text"}, {"category", "text"}, {"notes", "text: diced, to taste, …"},
			{"is_optional", "true or false"},
		}
	case "shopping_list":
		return []column{
			{"id", "ref, such as shop_1"}, {"name", "text, required"}, {"quantity", "number"}, {"unit", "text"},
			{"category", "text"}, {"is_purchased", "true or false"}, {"source", "text: where the item comes from"},
			{"ingredient_id", "ref of a row of ingredients"}, {"recipe_id", "ref of a row of recipes"},
			{"notes", "text"},
		}
	case "meal_plans":
		return []column{
			{"id", "ref, such as meal_1"}, {"date", "date, required"},
			{"meal_type", "breakfast, lunch, dinner, snack or other"},
			{"recipe_id", "ref of a row of recipes"}, {"servings", "whole number"}, {"notes", "text"},
		}
	case "tasks":
		return []column{
			{"id", "ref, such as task_1"}, {"title", "text, required"}, {"due_date", "date"},
			{"status", "open, in_progress or done"}, {"category", "text"}, {"recipe_id", "ref of a row of recipes"},
			{"meal_plan_id", "ref of a row of meal_plans"}, {"notes", "text"},
		}
	case "preferences":
		return []column{
			{"id", "ref, such as pref_1"}, {"name", "text"}, {"category", "text"}, {"value", "text"},
			{"dietary_restrictions", "list of texts"}, {"allergies", "list of texts"},
			{"favorite_cuisines", "list of texts"}, {"notes", "text"},
		}
	}
	return nil
}

// Schema returns the tables of the subdomains, each once, in the order of the names. Unknown subdomains are skipped;
// the result is empty if there are no others.
func Schema(subdomains ...string) pipeline.Pieces {
	var all []string
	kitchen := Kitchen()
	seen := map[string]bool{}
	for _, s := range subdomains {
		for _, t := range kitchen.Subdomain(s) {
			if !seen[t.Name] {
				all, seen[t.Name] = append(all, tableText(t.Name)), true
			}
		}
	}
	return code(strings.Join(all, "\n\n"))
}

// tableText returns a table with its columns, one per line.
func tableText(table string) string {
	lines := []string{"### " + table}
	for _, c := range columns(table) {
		lines = append(lines, "- "+c.name+": "+c.holds)
	}
	return strings.Join(lines, "\n")
}

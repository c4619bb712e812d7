package memory

// Kitchen returns the data model of Alfred: eight tables in six subdomains (F0).
func Kitchen() Domain {
	return Domain{
		Tables: []Table{
			{Name: "inventory", Subdomain: "inventory", Type: "inv", Columns: []string{"id", "name", "quantity", "unit",
				"location", "category", "expiry_date", "purchase_date", "ingredient_id", "notes"}},
			{Name: "ingredients", Subdomain: "inventory", Type: "ing",
				Columns: []string{"id", "name", "category", "default_unit", "aliases"}},
			{Name: "recipes", Subdomain: "recipes", Type: "recipe",
				Nested: []Nested{{Field: "recipe_ingredients", Table: "recipe_ingredients"}},
				Columns: []string{"id", "name", "description", "cuisine", "difficulty", "prep_time_minutes",
					"cook_time_minutes",
					"servings", "instructions", "tags", "parent_recipe_id", "notes"}},
			{Name: "recipe_ingredients", Subdomain: "recipes", Type: "ri",
				Links: []string{"recipe_id", "ingredient_id"},
				Columns: []string{"id", "recipe_id", "ingredient_id", "name", "quantity", "unit", "category", "notes",
					"is_optional"}},
			{Name: "shopping_list", Subdomain: "shopping", Type: "shop", Columns: []string{"id", "name", "quantity",
				"unit", "category", "is_purchased", "source", "ingredient_id", "recipe_id", "notes"}},
			{Name: "meal_plans", Subdomain: "meal_plans", Type: "meal", Links: []string{"recipe_id"},
				Columns: []string{"id", "date", "meal_type", "recipe_id", "servings", "notes"}},
			{Name: "tasks", Subdomain: "tasks", Type: "task", Links: []string{"recipe_id", "meal_plan_id"},
				Columns: []string{"id", "title", "due_date", "status", "category", "recipe_id", "meal_plan_id",
					"notes"}},
			{Name: "preferences", Subdomain: "preferences", Type: "pref", Columns: []string{"id", "name", "category",
				"value", "dietary_restrictions", "allergies", "favorite_cuisines", "notes"}},
		},
		Links: []Link{
			{Field: "recipe_id", Table: "recipes", Label: "name"},
			{Field: "meal_plan_id", Table: "meal_plans"},
			{Field: "task_id", Table: "tasks", Label: "title"},
			{Field: "ingredient_id", Table: "ingredients", Label: "name"},
			{Field: "parent_recipe_id", Table: "recipes", Label: "name"},
		},
		Full: Full{Table: "recipes", Key: "instructions"},
	}
}

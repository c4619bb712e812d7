package alfred

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

func rowsFrom(t *testing.T, text string) []*record.Object {
	t.Helper()
	v, err := record.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := record.Objects(v)
	return rows
}

// A step that reads loaded data is redundant; one that may find something new is not.
func TestF0RedundantRead(t *testing.T) {
	kitchen := memory.Kitchen()
	loaded, err := database.Load(kitchen, &record.Object{})
	if err != nil {
		t.Fatal(err)
	}
	r := memory.NewRegistry(kitchen, false)
	r.SetTurn(1)
	r.Read("tasks", rowsFrom(t, `[{"id": "00000000-0000-4000-8000-00000000000a", "title": "Old"}]`), code)
	r.SetTurn(4)
	r.Read("recipes", rowsFrom(t, `[{"id": "00000000-0000-4000-8000-000000000001", "name": "A", "instructions": []},
		{"id": "00000000-0000-4000-8000-000000000002", "name": "B", "instructions": []},
		{"id": "00000000-0000-4000-8000-000000000003", "name": "C"}]`), code)
	r.Read("meal_plans", rowsFrom(t, `[{"id": "00000000-0000-4000-8000-000000000004", "date": "2026-01-12",
		"recipe_id": "00000000-0000-4000-8000-000000000005"}]`), code)
	r.ChangedInUI("00000000-0000-4000-8000-000000000006", "inv", "Milk", "mentioned:user", pipeline.TextSource{})
	turn := &turn{conversation: &conversation{Layer: &database.Layer{Tables: loaded, Registry: r}}, number: 4}
	for _, c := range []struct {
		of   stepType
		says string
		want string
	}{
		{stepRead, "Read recipe_1 and recipe_2", "recipe_1, recipe_2"},
		{stepRead, "Read meal_1.", "meal_1"},
		{stepRead, "Read the recipes of the week", ""},
		{stepAnalyze, "Compare recipe_1 and recipe_2", ""},
		{stepRead, "Read recipe_3 with its instructions", ""},                     // a summary is loaded
		{stepRead, "Read recipe_4", ""},                                           // linked
		{stepRead, "Read inv_1", ""},                                              // mentioned
		{stepRead, "Read task_1", ""},                                             // old
		{stepRead, "Read recipe_1 and task_1", ""},                                // one of them is old
		{stepRead, "Read all recipe_ingredients of recipe_1", ""},                 // rows of another table
		{stepRead, "Read the recipes of meal_1 and recipe_1", "meal_1, recipe_1"}, // of the same
	} {
		got := strings.Join(turn.reread(planned{Description: c.says, Type: c.of}), ", ")
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.of, c.says, got, c.want)
		}
	}
}

// A text is invented if nobody has said it: a name with half of its words new, a sentence with most of them new.
func TestF0NewContent(t *testing.T) {
	known := strings.ToLower("Remind me that the chicken has to come out of the freezer. Add an egg and 番茄炒蛋两份。")
	got := map[string]string{}
	for name, row := range map[string]string{
		"dictated":             `[{"name": "chicken"}]`,
		"a plural":             `[{"name": "eggs"}]`,
		"one word more":        `[{"title": "Take the chicken out of the freezer"}]`,
		"without blanks":       `[{"name": "番茄炒蛋"}]`,
		"without a name":       `[{"quantity": 3}]`,
		"half of it":           `[{"name": "Crispy Chicken"}]`,
		"all of it":            `[{"name": "Beef Rendang"}]`,
		"all, without blanks":  `[{"name": "麻婆豆腐"}]`,
		"a short text":         `[{"name": "chicken", "notes": "crisp and golden"}]`,
		"a sentence":           `[{"name": "egg", "notes": "Slow cooked until every fibre melts under gentle heat."}]`,
		"a sentence in a list": `[{"name": "egg", "instructions": ["Whisk briskly until pale peaks form, then fold flour gently."]}]`,
	} {
		got[name] = madeUp(rowsFrom(t, row)[0], known)
	}
	want := map[string]string{
		"dictated": "", "a plural": "", "one word more": "", "without blanks": "", "without a name": "",
		"a short text": "", "half of it": "Crispy Chicken", "all of it": "Beef Rendang", "all, without blanks": "麻婆豆腐",
		"a sentence":           "Slow cooked until every fibre melts under gentle heat.",
		"a sentence in a list": "Whisk briskly until pale peaks form, then fold flour gently.",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

package alfred

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// A read of nothing but loaded rows is redundant, whatever its step says; one that finds a row or a column that is new
// is not.
func TestF0RedundantRead(t *testing.T) {
	turn := &turn{loaded: map[string]*record.Object{
		"recipe_1": rowsFrom(t, `[{"name": "A", "servings": 0, "instructions": []}]`)[0],
		"recipe_2": rowsFrom(t, `[{"name": "B"}]`)[0],
	}}
	for _, c := range []struct{ data, want string }{
		{`[{"id": "recipe_1", "name": "A"}, {"id": "recipe_2", "name": "B"}]`, "recipe_1, recipe_2"},
		{`[{"id": "recipe_1", "servings": 0}]`, "recipe_1"},
		{`{"id": "recipe_1", "servings": 0}`, "recipe_1"},                          // the row alone
		{`[{"id": "recipe_2", "name": "B", "instructions": []}]`, ""},              // a column is new
		{`[{"id": "recipe_1", "name": "A"}, {"id": "recipe_3", "name": "C"}]`, ""}, // a row is new
		{`[]`, ""}, {`[{"name": "A"}]`, ""}, {`"no rows"`, ""}, {`{"error": "none"}`, ""}, // no row that is known
	} {
		if got := strings.Join(turn.reread(memory.Result{Data: []byte(c.data)}), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.data, got, c.want)
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

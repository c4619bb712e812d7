package alfred

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

func TestArtefactsInF4(t *testing.T) {
	for data, want := range map[string][]string{
		`[{"name": "A"}, 7, {"name": "B"}]`:                    {"A", "B"},
		`{"recipes": [{"name": "A"}, {"name": "B"}]}`:          {"A", "B"},
		`{"recipes": [{"name": "A"}, 7]}`:                      {"item_1"},
		`{"name": "A", "parts": [{"name": "B"}]}`:              {"A"},
		`{"meal_plan": [{"date": "d1"}, {"date": "d2"}]}`:      {"Meal Plan d1 to d2"},
		`{"meals": [{"date": "d1", "name": "A"}]}`:             {"Generated Meal Plan"},
		`{"plans": [{"name": "A", "meals": [{"name": "B"}]}]}`: {"A"},
		`"a text"`: nil,
		`{}`:       {"item_1"},
	} {
		v, err := record.Parse([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, o := range artefactsIn(v) {
			_, label := database.Infer(o, i)
			got = append(got, label)
		}
		sameJSON(t, data, got, want)
	}
}

package reply_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

type mode string

func (mode) Values() []string { return []string{"single", "team"} }

type node struct {
	ID        string   `json:"id" reply:"required"`
	DependsOn []string `json:"depends_on"`
}

type plan struct {
	Mode   mode                       `json:"mode" reply:"required"`
	Nodes  []node                     `json:"nodes,omitempty"`
	Best   *node                      `json:"best"`
	Count  int                        `json:"count"`
	Score  float64                    `json:"score"`
	Sure   bool                       `json:"sure"`
	Front  map[string]json.RawMessage `json:"front"`
	Raw    json.RawMessage            `json:"raw" reply:"required"`
	Note   string
	Skip   string `json:"-"`
	hidden string
}

func TestDecode(t *testing.T) {
	got, err := reply.Decode[plan](pipeline.Strict,
		`{ "mode": "team", "nodes": [ {"id":"a","depends_on":null,"x":1} , {"id":"b","depends_on":["a"]} ],
		"best": {"id": ""}, "count": 3, "score": 1e2, "sure": true, "front": {"tools": [ 1 ]}, "raw": [1,  2], "Note": "n", "Skip": "s", "-": 1, "hidden": "h", "note": 2}`)
	if err != nil {
		t.Fatal(err)
	}
	want := plan{Mode: "team", Nodes: []node{{ID: "a"}, {ID: "b", DependsOn: []string{"a"}}}, Best: &node{}, Count: 3,
		Score: 100, Sure: true,
		Front: map[string]json.RawMessage{"tools": json.RawMessage(`[ 1 ]`)}, Raw: json.RawMessage(`[1,  2]`),
		Note: "n", hidden: ""}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(plan{})); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeSchema(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"not an object", `["team"]`, `the answer: wanted an object, got an array`},
		{"null", `null`, `the answer: wanted an object, got null`},
		{"missing", `{"raw":1}`, `mode: wanted a value, got no such key`},
		{"other case", `{"Mode":"team","raw":1}`, `mode: wanted a value, got no such key`},
		{"required null", `{"mode":null,"raw":1}`, `mode: wanted one of single, team, got null`},
		{"raw null", `{"mode":"team","raw":null}`, `raw: wanted a value, got null`},
		{"outside the enum", `{"mode":"Team","raw":1}`, `mode: wanted one of single, team, got "Team"`},
		{"enum of another type", `{"mode":1,"raw":1}`, `mode: wanted one of single, team, got 1`},
		{"nested", `{"mode":"team","nodes":[{"id":"a"},{"id":7}],"raw":1}`, `nodes[1].id: wanted a string, got 7`},
		{"missing in a list", `{"mode":"team","nodes":[{}],"raw":1}`, `nodes[0].id: wanted a value, got no such key`},
		{"null in a list", `{"mode":"team","nodes":[{"id":"a","depends_on":["b",null]}],"raw":1}`,
			`nodes[0].depends_on[1]: wanted a string, got null`},
		{"not a list", `{"mode":"team","nodes":{"id":"a"},"raw":1}`, `nodes: wanted an array, got an object`},
		{"behind a pointer", `{"mode":"team","best":{"id":[]},"raw":1}`, `best.id: wanted a string, got an array`},
		{"fraction", `{"mode":"team","count":1.5,"raw":1}`, `count: wanted a whole number, got 1.5`},
		{"too large", `{"mode":"team","score":1e999,"raw":1}`, `score: wanted a number, got 1e999`},
		{"not a boolean", `{"mode":"team","sure":"yes","raw":1}`, `sure: wanted true or false, got "yes"`},
		{"not a map", `{"mode":"team","front":"---","raw":1}`, `front: wanted an object, got "---"`},
		{"null in a map", `{"mode":"team","front":{"tools":null},"raw":1}`, `front.tools: wanted a value, got null`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := reply.Decode[plan](pipeline.Strict, tt.text)
			checkFailure(t, err, pipeline.Schema, tt.want)
			if diff := cmp.Diff(plan{}, got, cmp.AllowUnexported(plan{})); diff != "" {
				t.Error("something beside the failure:", diff)
			}
		})
	}
}

func checkFailure(t *testing.T, err error, reason pipeline.Reason, detail string) {
	t.Helper()
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok || f.Reason != reason || f.Err == nil || f.Err.Error() != detail {
		t.Errorf("got %v, want %s: %s", err, reason, detail)
	}
}

func TestDecodeKnownKeys(t *testing.T) {
	text := `{"mode":"team","raw":{"any":1},"nodes":[{"id":"a","depend_on":["b"],"zeal":1}]}`
	if _, err := reply.Decode[plan](pipeline.Strict, text); err != nil {
		t.Error(err)
	}
	_, err := reply.Decode[plan](pipeline.Strict, text, reply.KnownKeys)
	checkFailure(t, err, pipeline.Schema, `nodes[0]: wanted no other keys than id, depends_on, got "depend_on"`)
	_, err = reply.Decode[node](pipeline.Strict, `{"ID":"a","id":"b"}`, reply.KnownKeys)
	checkFailure(t, err, pipeline.Schema, `the answer: wanted no other keys than id, depends_on, got "ID"`)
}

func TestDecodeNames(t *testing.T) {
	got, err := reply.Decode[[]string](pipeline.Extract, "The skills: [\"b\", \"a\"]")
	if diff := cmp.Diff([]string{"b", "a"}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	got, err = reply.Decode[[]string](pipeline.Strict, "[]")
	if diff := cmp.Diff([]string{}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	_, err = reply.Decode[[]string](pipeline.Strict, `{"skills":["a"]}`)
	checkFailure(t, err, pipeline.Schema, "the answer: wanted an array, got an object")
	_, err = reply.Decode[[]string](pipeline.Strict, `["a", 1]`)
	checkFailure(t, err, pipeline.Schema, "[1]: wanted a string, got 1")
	for text, want := range map[string]pipeline.Reason{" ": pipeline.Empty, "a": pipeline.Malformed} {
		_, err := reply.Decode[[]string](pipeline.Strict, text)
		if f, ok := errors.AsType[*pipeline.Failure](err); !ok || f.Reason != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestDecodeWrongType(t *testing.T) {
	_, err := reply.Decode[struct{ C chan int }](pipeline.Strict, `{"C":1}`)
	if _, ok := errors.AsType[*pipeline.Failure](err); ok || err == nil {
		t.Errorf("got %v, want an error that is no failure of the model", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"mode":"team","raw":1,"nodes":[{"id":"a","depends_on":["b"]}],"front":{"a":{}}}`)
	f.Add(`{"mode":"x","best":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := reply.Decode[plan](pipeline.Mend, text, reply.KnownKeys)
		if err == nil && (got.Mode != "single" && got.Mode != "team" || got.Raw == nil) {
			t.Errorf("%q gives %+v", text, got)
		}
		if _, ok := errors.AsType[*pipeline.Failure](err); err != nil && !ok {
			t.Errorf("%q: %v", text, err)
		}
	})
}

package faults

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// written writes lines to a file and returns its name.
func written(t *testing.T, lines ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "vectors.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// line returns a vector as a line of a file.
func line(t *testing.T, id, contract, raw, expected string) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"source": "s", "id": id, "raw": raw, "expected": json.RawMessage(expected), "kind": "k-" + contract,
		"contract": contract, "licence": "for others",
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestMeasure(t *testing.T) {
	disputed := strings.Replace(line(t, "d", "repair", "{", "1"), "{", `{"libraries_disagree":true,`, 1)
	agreed := strings.Replace(line(t, "a", "repair", "[1,", "[1.0]"), "{", `{"libraries_disagree":false,`, 1)
	r, err := MeasureMalformed(t.Context(), written(t,
		line(t, "value", "must-fail", `{"a":1}`, "null"),
		line(t, "none", "must-fail", `none`, "null"), "",
		line(t, "fenced", "extract", "```\n{\"a\":1}\n```", `{"a":1e0}`),
		line(t, "null", "extract", `null`, `null`),
		line(t, "two", "extract", `{"a":1} {"a":2}`, `{"a":1}`),
		line(t, "text", "repair", `sure`, `"sure"`),
		line(t, "nothing", "repair", `null`, `null`), // a value like others
		line(t, "keys", "repair", `{a:1}`, `{"a":1,"b":2}`),
		agreed, disputed))
	if err != nil {
		t.Fatal(err)
	}
	type counts = map[string]*MalformedCounts
	want := map[pipeline.Policy]*MalformedResult{
		pipeline.Strict: {
			MalformedTally{MalformedCounts{1, 2, 4, 0}, counts{"s": {1, 2, 4, 0}},
				counts{"must-fail": {1, 1, 0, 0}, "extract": {0, 1, 2, 0}, "repair": {0, 0, 2, 0}},
				counts{"k-must-fail": {1, 1, 0, 0}, "k-extract": {0, 1, 2, 0}, "k-repair": {0, 0, 2, 0}}},
			MalformedTally{MalformedCounts{1, 0, 1, 0}, counts{"s": {1, 0, 1, 0}}, counts{"repair": {1, 0, 1, 0}},
				counts{"k-repair": {1, 0, 1, 0}}},
		},
		pipeline.Extract: {
			MalformedTally{MalformedCounts{2, 2, 3, 0}, counts{"s": {2, 2, 3, 0}},
				counts{"must-fail": {1, 1, 0, 0}, "extract": {1, 1, 1, 0}, "repair": {0, 0, 2, 0}},
				counts{"k-must-fail": {1, 1, 0, 0}, "k-extract": {1, 1, 1, 0}, "k-repair": {0, 0, 2, 0}}},
			MalformedTally{MalformedCounts{1, 0, 1, 0}, counts{"s": {1, 0, 1, 0}}, counts{"repair": {1, 0, 1, 0}},
				counts{"k-repair": {1, 0, 1, 0}}},
		},
		pipeline.Mend: {
			MalformedTally{MalformedCounts{3, 3, 1, 0}, counts{"s": {3, 3, 1, 0}},
				counts{"must-fail": {1, 1, 0, 0}, "extract": {1, 1, 1, 0}, "repair": {1, 1, 0, 0}},
				counts{"k-must-fail": {1, 1, 0, 0}, "k-extract": {1, 1, 1, 0}, "k-repair": {1, 1, 0, 0}}},
			MalformedTally{MalformedCounts{1, 0, 1, 0}, counts{"s": {1, 0, 1, 0}}, counts{"repair": {1, 0, 1, 0}},
				counts{"k-repair": {1, 0, 1, 0}}},
		},
	}
	if d := gocmp.Diff(&MalformedReport{Vectors: 9, Skipped: 1, Policies: want, Disagreements: []Disagreement{
		{pipeline.Strict, "value", "accepted", `{"a":1}`, "null"},
		{pipeline.Extract, "null", "accepted", "null", "null"},
		{pipeline.Extract, "two", "two values", "(malformed)", `{"a":1}`},
		{pipeline.Mend, "text", "scalar", "(malformed)", `"sure"`},
		{pipeline.Mend, "keys", "lost members", `{"a":1}`, `{"a":1,"b":2}`},
	}}, r); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A panic, a value that is none, and one that cannot be shown in a line have outcomes like all others.
func TestMeasureBadReader(t *testing.T) {
	file := written(t, line(t, "a", "repair", "[", "[1]"), line(t, "b", "must-fail", "[", "null"))
	panics := func(pipeline.Policy, string) (json.RawMessage, error) { panic("out\nof " + strings.Repeat("x", 99)) }
	r, err := measure(t.Context(), file, panics)
	if err != nil {
		t.Fatal(err)
	}
	for p, result := range r.Policies {
		if d := gocmp.Diff(MalformedCounts{Panics: 2}, result.MalformedCounts); d != "" {
			t.Errorf("%s (-want +got):\n%s", p, d)
		}
	}
	want := Disagreement{pipeline.Strict, "a", "panic", "(panic: out\nof " + strings.Repeat("x", 25) + "…)", "[1]"}
	if r.Panics() != 6 || len(r.Disagreements) != 6 || r.Disagreements[0] != want {
		t.Errorf("got %+v", r.Disagreements)
	}
	garbage := func(pipeline.Policy, string) (json.RawMessage, error) { return json.RawMessage("[1] 2"), nil }
	if r, err = measure(t.Context(), file, garbage); err != nil || r.Policies[pipeline.Mend].Wrong != 2 {
		t.Errorf("%v, %+v", err, r)
	}
}

func TestMeasureErrors(t *testing.T) {
	good := line(t, "a", "repair", "{", "{}")
	without := func(old string) string { return strings.Replace(good, old, `"x":0`, 1) }
	for _, tt := range []struct{ line, want string }{
		{"[]", "want a vector, an object with id, raw and expected"},
		{"{", "want a key in quotes"},
		{without(`"id":"a"`), "no id"},
		{without(`"raw":"{"`), "no raw"},
		{without(`"expected":{}`), "no expected (null says that the text must fail)"},
		{strings.Replace(good, `"raw":"{"`, `"raw":1`, 1), "raw: want a text, got the number 1"},
		{strings.Replace(good, `"raw":"{"`, `"raw":"","raw":""`, 1), `"raw"`},
	} {
		file := written(t, good, "", tt.line)
		_, err := MeasureMalformed(t.Context(), file)
		if err == nil || !strings.HasPrefix(err.Error(), file+":3: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s\n%v, want %s", tt.line, err, tt.want)
		}
	}
	for _, name := range []string{"none.jsonl", "."} {
		name = filepath.Join(t.TempDir(), name)
		if _, err := MeasureMalformed(t.Context(), name); err == nil || !strings.HasPrefix(err.Error(), name+":") {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := MeasureMalformed(ctx, written(t, good)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDiffers(t *testing.T) {
	for _, tt := range []struct{ got, want, what string }{
		{`{"a":1}`, `[{"a":1},{"a":2}]`, "one of several"},
		{`{"a":1}`, `{"a":1,"b":2}`, "lost members"},
		{`{"a":1,"b":2}`, `{"a":1}`, "added members"},
		{`{"a":1,"b":2}`, `{"a":1,"c":2}`, "other keys"},
		{`{"a":1,"b":[1]}`, `{"a":1,"b":[1,2]}`, "lost members"},
		{`[[1,2]]`, `[[1]]`, "added members"},
		{`[" a b\n"]`, `["a  b"]`, "blanks in text"},
		{`["a"]`, `["b"]`, "other text"},
		{`[{"a":"1_0"}]`, `[{"a":10}]`, "kept as text"},
		{`[null]`, `[""]`, "null for nothing"},
		{`[1]`, `[2]`, "other number"},
		{`[1]`, `["1"]`, "other kind"},
		{`{}`, `[]`, "other kind"},
	} {
		file := written(t, line(t, "a", "repair", tt.got, tt.want))
		r, err := measure(t.Context(), file, reply.Read)
		if err != nil || len(r.Disagreements) != 1 || r.Disagreements[0].What != tt.what {
			t.Errorf("%s for %s: %v, %+v, want %s", tt.got, tt.want, err, r.Disagreements, tt.what)
		}
	}
}

// The policies reach their documented results on the collected answers.
func TestTargets(t *testing.T) {
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	file := filepath.Join(shared, "data", "malformed", "vectors.jsonl")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no vectors: %v", err)
	}
	r, err := MeasureMalformed(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	strictly := r.Policies[pipeline.Strict].ByContract[contractMustFail]
	extract := r.Policies[pipeline.Extract].ByContract[contractExtract]
	repair := r.Policies[pipeline.Mend].ByContract[contractRepair]
	if strictly.Right != 12 || strictly.Total() != 12 {
		t.Errorf("strict: %+v, want 12 right", *strictly)
	}
	if extract.Right < 26 || extract.Total() != 27 {
		t.Errorf("extract: %+v, want 26 of 27 right", *extract)
	}
	if repair.Total() != 395 || 100*repair.Right < 73*repair.Total() || repair.Wrong > 51 {
		t.Errorf("repair: %+v, want 73 in 100 of 395 right, at most 51 wrong", *repair)
	}
	for p, result := range r.Policies {
		if n := result.Panics + result.Scalars.Panics; n > 0 {
			t.Errorf("%s: %d panics", p, n)
		}
	}
}

package pipeline_test

import (
	"context"
	"encoding/json"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// sent returns the options that reach the model, given a request's own and the suite's.
func sent(own, suite pipeline.Options) (pipeline.Options, error) {
	var got pipeline.Options
	env := &pipeline.Env{
		Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Options: suite} },
		Model: modelFunc(func(req pipeline.Request) (pipeline.Response, error) {
			got = req.Options
			return pipeline.Response{}, nil
		}),
	}
	_, err := pipeline.NewRuntime(env, start).Chat(context.Background(), pipeline.Request{Stage: "main", Options: own})
	return got, err
}

func TestOptions(t *testing.T) {
	suite := pipeline.Options{Temperature: new(0.7), Seed: new(42), NumCtx: new(8192), Stop: []string{"END"}}
	for _, tt := range []struct {
		name      string
		own, want pipeline.Options
	}{
		{"unset: the suite's", pipeline.Options{}, suite},
		{
			"set: its own", pipeline.Options{Temperature: new(0.1), TopK: new(5), Stop: []string{"\n"}},
			pipeline.Options{Temperature: new(0.1), TopK: new(5), Seed: new(42), NumCtx: new(8192),
				Stop: []string{"\n"}},
		},
		{
			"zero is set", pipeline.Options{Temperature: new(0.0), Seed: new(0), Stop: []string{}},
			pipeline.Options{Temperature: new(0.0), Seed: new(0), NumCtx: new(8192), Stop: []string{}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := sent(tt.own, suite)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("options (-want +got):\n%s", d)
			}
		})
	}
}

// Every option, also a future one, is the request's own if set, else the suite's: as two JSON objects laid over each
// other.
func TestOptionsAreLaidOver(t *testing.T) {
	options := rapid.Make[pipeline.Options]()
	rapid.Check(t, func(t *rapid.T) {
		own, suite := options.Draw(t, "own"), options.Draw(t, "suite")
		if len(own.Stop) == 0 {
			own.Stop = nil // JSON cannot tell an empty list from none
		}
		got, err := sent(own, suite)
		if err != nil {
			t.Fatal(err)
		}
		want := fields(t, suite)
		maps.Copy(want, fields(t, own))
		if d := cmp.Diff(want, fields(t, got)); d != "" {
			t.Fatalf("options (-want +got):\n%s", d)
		}
	})
}

func fields(t *rapid.T, o pipeline.Options) map[string]any {
	raw, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

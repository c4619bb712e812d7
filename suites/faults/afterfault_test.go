package faults

import (
	"errors"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// A request that nothing else answers gets its configured answer, else the stage's example, else one sentence where any
// text will do; a stage that reads JSON and has no example gets none.
func TestBehind(t *testing.T) {
	n, err := strict.ParseYAML("o.yaml", []byte("say: From the file."))
	if err != nil {
		t.Fatal(err)
	}
	var otherwise fixtures.Answers
	if err := otherwise.DecodeNode(n); err != nil {
		t.Fatal(err)
	}
	m := newAfterFault(otherwise, []pipeline.Stage{
		{Name: "say", Reads: pipeline.ReadsText}, {Name: "ask", Reads: pipeline.ReadsText},
		{Name: "pick", Reads: pipeline.ReadsJSON, Example: `{"a": 1}`}, {Name: "sort", Reads: pipeline.ReadsJSON},
	})
	for stage, want := range map[string]string{
		"say": "From the file.", "ask": "All right.", "pick": `{"a": 1}`, "sort": "",
	} {
		resp, err := m.Chat(t.Context(), pipeline.Request{Stage: stage, Path: "turn-1/" + stage, Try: 1})
		_, missed := errors.AsType[*model.MissError](err)
		if resp.Content != want || missed != (want == "") || resp.Origin.From != fromFault {
			t.Errorf("%s: %+v, %v, want %q", stage, resp, err, want)
		}
	}
}

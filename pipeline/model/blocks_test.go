package model_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// A provider's own blocks are recorded, with secrets masked, and read again.
func TestBlocksAreRecorded(t *testing.T) {
	t.Parallel()
	const key = "AKIA7QX3M2KD5RT9WB4Z"
	resp := pipeline.Response{Reasoning: "Hm.", Blocks: []byte(
		`[{"type":"thinking","thinking":"Hm.","signature":"c2ln"},{"type":"redacted_thinking","data":"` + key + `"}]`)}
	masked := model.MaskedResponse(secrets.New(), resp)
	if strings.Contains(string(masked.Blocks), key) || !strings.Contains(string(masked.Blocks), "c2ln") {
		t.Errorf("%s", masked.Blocks)
	}
	rec := &model.Recording{Case: "c", Lines: []model.Line{{Path: "turn-1/chat-1.1", Repeat: 1,
		Source: pipeline.SourceImported, From: "here", Model: "m", Response: resp}}}
	text, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := model.ReadRecording(text, "c.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(resp.Blocks), string(read.Lines[0].Response.Blocks)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

package model_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// key is a secret, put together here so that no scanner takes this file for a leak.
const key = "ghp_" + "Qm7Zt4Kd9Rw2Xv8Lb5Qm7Zt4Kd9Rw2Xv8Lb5"

func withKey(path string) pipeline.Request {
	req := request(path, "the key is "+key)
	req.Messages[0].ToolCalls = []pipeline.ToolCall{{ID: "1", Name: "login",
		Arguments: `{"password":"hunter","user":"ann"}`}}
	return req
}

// A recording holds no secret, the pipeline gets during recording what is recorded, and a replay finds it again, as
// fresh.
func TestRecordingHoldsNoSecret(t *testing.T) {
	answered := pipeline.Response{
		Content: "keep " + key + " safe", Reasoning: "password: Tr0ub4dor&3",
		Origin:    pipeline.Origin{Source: pipeline.SourceOllama},
		ToolCalls: []pipeline.ToolCall{{Name: "login", Arguments: `{"password":"hunter"}`}},
	}
	m := secrets.New()
	recorder := &model.Recorder{Mask: m,
		Next: modelFunc(func(pipeline.Request) (pipeline.Response, error) { return answered, nil })}
	recorded, err := recorder.Chat(t.Context(), withKey("turn-1/main-1"))
	if err != nil {
		t.Fatal(err)
	}
	rec := recorder.Recording("case", []string{"turn-1/main-1"})
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{key, "hunter", "Tr0ub4dor"} {
		if strings.Contains(string(data), secret) {
			t.Errorf("%s stands in the recording: %s", secret, data)
		}
	}
	replay := model.NewReplay(readBack(t, rec), 1, model.Nothing{})
	replay.Mask = m
	got, err := replay.Chat(t.Context(), withKey("turn-1/main-1"))
	if err != nil {
		t.Fatal(err)
	}
	recorded.Origin.Match = pipeline.MatchFresh
	if d := cmp.Diff(recorded, got); d != "" {
		t.Errorf("the pipeline got, while recording and replaying (-recorded +replayed):\n%s", d)
	}
	other := withKey("turn-1/main-1")
	other.Messages[0].Sections[0].Text = "the key is " + key + "0"
	if got, err := replay.Chat(t.Context(), other); err != nil || got.Origin.Match != pipeline.MatchStale {
		t.Errorf("with another key: %v, %v, want a stale answer", got.Origin.Match, err)
	}
}

// Masking leaves the request unchanged, and shares slices without secrets.
func TestMaskedSharesWhatIsClean(t *testing.T) {
	m, dirty, clean := secrets.New(), withKey("turn-1/main-1"), request("turn-1/main-1", "hello")
	if got := model.Masked(m, clean); &got.Messages[0] != &clean.Messages[0] {
		t.Error("a request without secrets was copied")
	}
	if got := model.Masked(m, dirty); strings.Contains(got.Messages[0].Content(), key) ||
		!strings.Contains(dirty.Messages[0].Content(), key) {
		t.Errorf("masked %q, and the request is %q", got.Messages[0].Content(), dirty.Messages[0].Content())
	}
}

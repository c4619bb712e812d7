package stored_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// The model that answered a call, and its server's version, are with the call and in run.json; unreported values are
// NULL, not an empty text.
func TestModelsOfARun(t *testing.T) {
	origin := func(digest, server string) pipeline.Origin {
		return pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchLive, Model: "qwen3:4b",
			ModelDigest: digest, Server: server}
	}
	var steps []trace.Step
	for i, o := range []pipeline.Origin{
		origin("aa", "0.17.4"), origin("aa", "0.9"), origin("aa", "0.17.4"), origin("b\xffb", ""),
		{Source: pipeline.SourceImported, Model: "gpt"}, {Source: pipeline.SourceScripted}, {},
	} {
		path := "turn-1/main-" + string(rune('1'+i))
		steps = append(steps, trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path},
			Call: &trace.Call{Path: path, Origin: o}})
	}
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, &result.Result{Suite: "s", Case: "c",
		Status: result.StatusOK, Trace: &trace.Trace{Steps: steps}}, &result.Result{Suite: "s", Case: "unread"})
	want := []stored.Model{
		{Name: "qwen3:4b", Digest: "aa", Server: "0.17.4", Calls: 2},
		{Name: "qwen3:4b", Digest: "aa", Server: "0.9", Calls: 1},
		{Name: "qwen3:4b", Digest: "b\uFFFDb", Calls: 1},
	}
	if d := cmp.Diff(want, run.Models); d != "" {
		t.Errorf("run.json (-want +got):\n%s", d)
	}
	var b strings.Builder
	if err := export.Write(t.Context(), &b, run.Folder(), "calls", "jsonl"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(b.String()) {
		_, rest, _ := strings.Cut(line, `"model_digest":`)
		said, _, _ := strings.Cut(rest, `,"response_digest"`)
		got = append(got, said)
	}
	if d := cmp.Diff([]string{
		`"aa","server_version":"0.17.4"`, `"aa","server_version":"0.9"`, `"aa","server_version":"0.17.4"`,
		`"b` + "\uFFFD" + `b","server_version":null`, `null,"server_version":null`, `null,"server_version":null`,
		`null,"server_version":null`,
	}, got); d != "" {
		t.Errorf("calls.parquet (-want +got):\n%s", d)
	}
}

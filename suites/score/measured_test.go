package score

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Every draft is measured, whatever the case expects.
func TestLearningIsMeasured(t *testing.T) {
	tr := worked()
	tr.Steps = append(tr.Steps,
		trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryDecided, Path: "end/draft", Stage: "draft",
			Value: []byte(`{"action":"new","tools":["find"],"findings":[]}`)}},
		trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "end/draft", Stage: "draft",
			Fallback: &pipeline.Fallback{Stage: "draft", Reason: pipeline.Malformed}}},
	)
	var got []string
	for _, s := range measureLearning(nil, tr, []string{"draft"}) {
		got = append(got, fmt.Sprintf("%s %s %v: %s", s.Path, s.Name(), s.Value, s.Reason))
	}
	want := []string{
		"turn-1/draft learning.schema 1: the model's draft could be used",
		"turn-1/draft learning.tools 0: it names tools that it does not declare",
		"turn-1/draft learning.findings 2: rules of the safety checker that it breaks: secrets, undeclared-tool",
		"end/draft learning.schema 0: the model's draft could not be used: malformed",
		"end/draft learning.tools 1: it names no tool that it does not declare",
		"end/draft learning.findings 0: rules of the safety checker that it breaks: none",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if scores := measureLearning(nil, tr, nil); len(scores) > 0 {
		t.Errorf("a system that learns nothing: %v", scores)
	}
}

// Tools are measured in every case that calls some.
func TestToolsAreMeasured(t *testing.T) {
	tr := worked()
	tr.Steps = append(tr.Steps, trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1/main-2",
		Fallback: &pipeline.Fallback{Stage: "main", Reason: "tool_budget"}}})
	var got []string
	for _, s := range measureTools(nil, tr) {
		got = append(got, fmt.Sprintf("%s %v %s", s.Name(), s.Value, s.Path))
	}
	want := "tools.calls 3 ; tools.failed 1 ; tools.repeated_failures 1 turn-1/main-1/tool-2; tools.over_budget 1 "
	if d := cmp.Diff(want, strings.Join(got, "; ")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if scores := measureTools(nil, &trace.Trace{}); len(scores) > 0 {
		t.Errorf("without tools: %v", scores)
	}
}

// The reason of a score says what its number cannot.
func TestReasons(t *testing.T) {
	for expect, want := range map[string]string{
		"route: new_task": "route: want new_task, got continue_task; the model said new_task; by the fallback after " +
			"timeout",
		"route: {action: close_task, soft: true, alternatives: [continue_task]}": "continue_task is as right as " +
			"close_task; the model said new_task; by the fallback after timeout",
		"reply: {json: {$.none: 1}}":      "reply: $.none: want 1, got nothing",
		"reply: {json: {$.parcel.id: 8}}": "reply: $.parcel.id: want 8, got 7",
		"reply: {schema: {properties: {parcel: {type: string}, text: {maxLength: 3}}}}": `at "/parcel" got object, want string`,
		"reply: {schema: {required: [nothing]}}":                                        `reply: it does not fit the schema: at "" missing property 'nothing'`,
		"skills: {names: [s4], k: 2}":                                                   "skills: want s4, got s3, s2",
	} {
		scores, errs := evaluated(t, expect, worked())
		if len(errs) > 0 || len(scores) == 0 || !strings.Contains(scores[0].Reason, want) {
			t.Errorf("%s: %v\n%q\nwant %q", expect, errs, scores[0].Reason, want)
		}
	}
	ranked, _ := evaluated(t, "skills: [s1]", worked())
	if r := ranked[len(ranked)-5].Reason; !strings.Contains(spelledAll(ranked), "retrieval.mrr 1 -") {
		t.Errorf("the first candidate has rank 1: %s, %s", spelledAll(ranked), r)
	}
}

func spelledAll(scores []Score) string {
	var all []string
	for _, s := range scores {
		all = append(all, spelled(s))
	}
	return strings.Join(all, "; ")
}

// Malformed expectations are reported before anything runs, with file and line.
func TestExpectationsAreChecked(t *testing.T) {
	for expect, want := range map[string]string{
		"reply: {language: en}": "",
		"reply: {language: english}": "x.yaml:2: language: want a code of two " +
			"letters, such as en or zh, got \"english\"",
		"reply: {json: {'$[': 1}}":          "x.yaml:4: json: $[: ",
		"reply: {schema: {type: nonsense}}": "x.yaml:4: schema: ",
		"reply: {schema: {$ref: 'file:///etc/passwd'}}": "a schema may refer to nothing outside " +
			"itself",
		"tools: [{name: a, arguments: {type: nonsense}, compare: schema}]": "x.yaml:4: schema: ",
		"tools: [{name: a, arguments: {type: nonsense}}]":                  "",
	} {
		for _, key := range []string{"expect", "labels"} {
			text := fmt.Sprintf("turns:\n  - user: Hello\n    %s:\n      %s\n", key, expect)
			err := CheckExpectations(decodeCase(t, text))
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %s: %v, want %q", key, expect, err, want)
			}
		}
	}
	err := CheckExpectations(decodeCase(t, "turns: [{user: Hello}]\nend: {expect: {reply: {language: xx}}}"))
	if err == nil {
		t.Error("what the end expects is not checked")
	}
}

package score

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func TestToolsAtTheEdges(t *testing.T) {
	tr := worked()
	for i, args := range []string{`{"id":9007199254740992}`, `{"id":7}{"id":8}`, `{"id":7} and more`, `null`, ``} {
		tr.Steps = append(tr.Steps, trace.Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryTool, Path: fmt.Sprintf("turn-1/main-2/tool-%d", i+1),
			Tool: &pipeline.ToolUse{Call: pipeline.ToolCall{Name: fmt.Sprint("t", i), Arguments: args}},
		}})
	}
	for _, tt := range []struct {
		call  string
		holds bool
	}{
		{"{name: t0, arguments: {id: 9007199254740992.0}}", true},
		{"{name: t0, arguments: {id: 9007199254740993}}", false},
		{"{name: t0, arguments: {id: 9007199254740993}, compare: subset}", false},
		{"{name: t0, arguments: {properties: {id: {const: 9007199254740993}}}, compare: schema}", false},
		{"{name: t0, arguments: {properties: {id: {const: 9007199254740992e0}}}, compare: schema}", true},
		{"{name: t1, arguments: {id: 7}, compare: subset}", false},
		{"{name: t1, arguments: {id: 7}}", false},
		{"{name: t1, arguments: {type: object}, compare: schema}", false},
		{`{name: t1, arguments: '{"id":7}{"id":8}'}`, true},
		{"{name: t2, arguments: {id: 7}, compare: subset}", false},
		{"{name: t3, arguments: null}", true},
		{"{name: t3, arguments: {}}", false},
		{`{name: t4, arguments: ""}`, true},
	} {
		scores, errs := evaluated(t, "tools: {match: any_order, calls: ["+tt.call+"]}", tr)
		i := slices.IndexFunc(scores, func(s Score) bool { return s.Name() == "tools.arguments" })
		if err := errors.Join(errs...); err != nil || i < 0 || scores[i].Holds != tt.holds {
			t.Errorf("%s: %v, %+v, want holds %v", tt.call, err, scores, tt.holds)
		}
	}
}

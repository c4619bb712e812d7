package router_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

func number(s string) *json.Number {
	n := json.Number(s)
	return &n
}

func count(n int) *int { return &n }

func reason(s string) *string { return &s }

// G6: conditions compare the answer's value with the case's, converted to the output's type.
func TestConditionG6(t *testing.T) {
	num := func(s string) json.Number { return json.Number(s) }
	for name, tt := range map[string]struct {
		kind   string
		output any
		op     string
		value  any
		want   string // true, false or the error's beginning
	}{
		"an int is compared as a number":     {"int", num("10"), "gt", "9", "true"},
		"with a sign":                        {"int", num("-3"), "lt", "+2", "true"},
		"by value":                           {"int", num("5.0"), "eq", "5", "true"},
		"large ones exactly":                 {"int", num("9007199254740993"), "gt", "9007199254740992", "true"},
		"a hostile exponent":                 {"int", num("1e999999999"), "gt", "5", "true"},
		"no number in the condition":         {"int", num("1"), "eq", "1.0", "condition on k: \"1.0\" is no whole"},
		"nor blanks":                         {"int", num("1"), "eq", " 1", "condition on k: \" 1\" is no whole"},
		"nor nothing":                        {"int", num("1"), "eq", "", "condition on k: \"\" is no whole"},
		"not even where the output is null":  {"int", nil, "eq", "x", "condition on k: \"x\" is no whole"},
		"a number in the condition":          {"int", num("7"), "gte", num("7"), "true"},
		"a bool is true":                     {"bool", true, "eq", "true", "true"},
		"a bool is false for anything else":  {"bool", false, "eq", "no", "true"},
		"a condition's own true is no text":  {"bool", true, "eq", true, "false"},
		"true comes behind false":            {"bool", true, "gt", "false", "true"},
		"texts go by their letters":          {"string", "b", "lt", "c", "true"},
		"an enum too":                        {"enum", "b", "lte", "b", "true"},
		"numbers come before texts":          {"string", num("9"), "lt", "0", "true"},
		"numbers come before null":           {"string", num("9"), "lt", nil, "true"},
		"null fits nothing":                  {"string", nil, "neq", "x", "false"},
		"null fits nothing, whatever the op": {"string", nil, "in", "x", "false"},
		"false before null":                  {"string", false, "lt", nil, "true"},
		"true behind null":                   {"string", true, "gt", nil, "true"},
		"lists before texts":                 {"string", []any{}, "lt", "", "true"},
		"objects before lists, small ones first": {"string", map[string]any{"z": nil}, "lt",
			map[string]any{"a": nil, "b": nil}, "true"},
		"neq":              {"int", num("1"), "neq", "1", "false"},
		"no such operator": {"string", "x", "in", "x", "condition on k: unknown op \"in\""},
	} {
		t.Run(name, func(t *testing.T) {
			outputs := []router.Value{
				{Output: router.Output{Key: "other", Type: "int"}, Value: num("0")},
				{Output: router.Output{Key: "k", Type: tt.kind}, Value: tt.output},
				{Output: router.Output{Key: "k", Type: "string"}, Value: "the second of a key is never read"},
			}
			ok, err := router.Condition{Key: "k", Op: tt.op, Value: tt.value}.Check(outputs)
			got := map[bool]string{true: "true", false: "false"}[ok]
			if err != nil {
				got = err.Error()
			}
			if !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	if ok, err := (router.Condition{Key: "missing", Op: "neq", Value: "x"}).Check(nil); ok || err != nil {
		t.Errorf("a missing output: got %t, %v", ok, err)
	}
}

// G6: which instructions count, and how often.
func TestNextG6(t *testing.T) {
	route := func(value string, n *int) router.Instruction {
		return router.Instruction{Type: "route", Value: value, Count: n}
	}
	end, retry := router.Instruction{Type: "end"}, router.Instruction{Type: "retry"}
	yield, sub := router.Instruction{Type: "yield", Value: "y"}, router.Instruction{Type: "sub", Value: "s"}
	for name, tt := range map[string]struct {
		all  []router.Instruction
		want router.Step
	}{
		"nothing":    {nil, router.Step{}},
		"an unknown": {[]router.Instruction{{Type: "job", Value: "x"}}, router.Step{}},
		"an end":     {[]router.Instruction{retry, end}, router.Step{End: true}},
		"the first retry with a reason": {
			[]router.Instruction{route("a", nil), retry, {Type: "retry", Reason: reason("1")},
				{Type: "retry", Reason: reason("2")}},
			router.Step{Retry: true, Reason: reason("1")}},
		"an empty reason is one": {
			[]router.Instruction{{Type: "retry", Reason: reason("")}, {Type: "retry", Reason: reason("2")}},
			router.Step{Retry: true, Reason: reason("")}},
		"routes, yields, subs": {
			[]router.Instruction{sub, yield, route("a", count(2)), route("b", count(0)), route("c", nil)},
			router.Step{Go: []router.Move{{Type: "route", Value: "a"}, {Type: "route", Value: "a"},
				{Type: "route", Value: "c"}, {Type: "yield", Value: "y"}, {Type: "sub", Value: "s"}}}},
		"a count of nothing":    {[]router.Instruction{route("a", count(0))}, router.Step{}},
		"a count below nothing": {[]router.Instruction{route("a", count(-1))}, router.Step{}},
		"too many": {[]router.Instruction{route("a", count(1_000_000_000)), yield},
			router.Step{More: true, Go: slices.Repeat([]router.Move{{Type: "route", Value: "a"}}, 5)}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, router.Next(tt.all, 5)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// G6: an answer's own instructions count where there is one, with or without outputs.
func TestRouteG6(t *testing.T) {
	resolve := func(v []router.Value) []router.Instruction {
		return []router.Instruction{{Type: "route", Value: v[0].Value.(string) + v[1].Key}}
	}
	r := router.Router{Outputs: []router.Output{{Key: "a"}, {Key: "b"}}, Resolve: resolve}
	both, one := map[string]any{"a": "x", "b": nil, "c": 1}, map[string]any{"a": "x"}
	own := []any{map[string]any{"type": "route"}, map[string]any{"type": "end", "value": "z"}}
	for name, tt := range map[string]struct {
		outputs any
		next    []any
		want    []router.Instruction
	}{
		"resolved":                     {both, nil, []router.Instruction{{Type: "route", Value: "xb"}}},
		"a key is missing":             {one, nil, []router.Instruction{{Type: "retry"}}},
		"no object":                    {[]any{"a"}, nil, []router.Instruction{{Type: "retry"}}},
		"nothing":                      {nil, nil, []router.Instruction{{Type: "retry"}}},
		"the answer's own":             {both, own, []router.Instruction{{Type: "end"}}},
		"the answer's own, no outputs": {nil, own, []router.Instruction{{Type: "end"}}},
		"none of the answer's own is one": {both, []any{"end", nil, map[string]any{"type": "job", "value": "x"}},
			[]router.Instruction{{Type: "route", Value: "xb"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, r.RouteDynamic(tt.outputs, tt.next)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// G5: the requirements on a value of an output.
func TestOutputWantsG5(t *testing.T) {
	small := router.Output{Type: "int", Meta: router.Meta{Min: number("0"), Max: number("10")}}
	for name, tt := range map[string]struct {
		output router.Output
		value  any
		want   string
	}{
		"null":            {small, nil, ""},
		"the least":       {small, json.Number("0"), ""},
		"the most":        {small, json.Number("10"), ""},
		"whole, by value": {small, json.Number("1.0e1"), ""},
		"too little":      {small, json.Number("-1"), "a number from 0 on"},
		"too much":        {small, json.Number("10.5e1"), "a number up to 10"},
		"half":            {small, json.Number("0.5"), "a whole number"},
		"endless":         {small, json.Number("1e999999999999"), "a whole number"},
		"a text":          {small, "1", "a whole number"},
		"a bool":          {router.Output{Type: "bool"}, "true", "true or false"},
		"a string":        {router.Output{Type: "string"}, json.Number("1"), "a string"},
		"a choice":        {router.Output{Type: "enum", Meta: router.Meta{Choices: []string{"a", "b"}}}, "b", ""},
		"none of the choices": {
			router.Output{Type: "enum", Meta: router.Meta{Choices: []string{"a", "b"}}}, "c", "one of a, b"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tt.output.Wants(tt.value); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// G0, G5: declared outputs reach the response schema, which requires each of its keys.
func TestDeclaredOutputsReachTheSchemaG5(t *testing.T) {
	least := router.Meta{Min: number("0")}
	s, err := router.DefaultSchemas().WithOutputs([]router.Output{{Key: "n", Type: "int", Meta: least}})
	if err != nil {
		t.Fatal(err)
	}
	whole := s.Build()
	if d := cmp.Diff([]string{"body", "next", "outputs", "tool_calls"}, whole["required"]); d != "" {
		t.Errorf("required (-want +got):\n%s", d)
	}
	want := map[string]any{
		"type": "object", "additionalProperties": false, "required": []string{"n"},
		"properties": map[string]any{"n": map[string]any{
			"type": "integer", "description": nil, "title": "outputs.n", "minimum": json.Number("0"),
		}},
	}
	if d := cmp.Diff(any(want), whole["properties"].(map[string]any)["outputs"]); d != "" {
		t.Errorf("outputs (-want +got):\n%s", d)
	}
	if _, err := router.Properties([]router.Output{{Key: "n", Type: "float"}}); err == nil {
		t.Error("an unknown type is taken")
	}
}

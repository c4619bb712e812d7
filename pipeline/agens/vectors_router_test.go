package agens

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// G5: the schemas of declared outputs.
func TestVectorOutputSchema(t *testing.T) {
	eachVector(t, "output_schema.json", func(t *testing.T, v vector) {
		got, err := router.Properties(read[[]router.Output](t, v.Input))
		if raises(t, v.Output) {
			if err == nil {
				t.Errorf("got %v, want an error", got)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(read[any](t, v.Output), plain(t, got)); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}

// G5: the whole response schema of the program (compat: program), with the parts that a host overrides. The
// descriptions of the program's own parts are prose with the project's own wording: only their presence is compared.
func TestVectorBuildSchema(t *testing.T) {
	eachVector(t, "build_schema.json", func(t *testing.T, v vector) {
		v.by(byProgram)
		in := read[struct{ Overrides map[string]any }](t, v.Input)
		hooks := router.DefaultSchemas()
		for name, with := range in.Overrides {
			overrideSchema(t, &hooks, name, with)
		}
		got, want := plain(t, hooks.Build()), read[any](t, v.Output)
		if d := cmp.Diff(withoutProse(want, ""), withoutProse(got, "")); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}

// overrideSchema applies a host's own hook: a schema, a part {key, schema}, or words for an object of one output.
func overrideSchema(t *testing.T, s *router.Schemas, hook string, with any) {
	t.Helper()
	schema, isSchema := with.(map[string]any)
	key, _ := schema["key"].(string)
	inner, isPart := schema["schema"].(map[string]any)
	switch part := (router.Part{Key: key, Schema: inner}); {
	case hook == "response_schema" && isSchema:
		s.Response = schema
	case hook == "tools_schema" && isPart:
		s.ToolCall = part
	case hook == "tools_schema" && isSchema:
		s.ToolCall.Schema = schema
	case hook == "outputs_schema" && isPart:
		s.Outputs = part
	case hook == "outputs_schema" && isSchema:
		s.Outputs.Schema = schema
	case hook == "outputs_schema" && with == "strict object from [viable:bool 'v']":
		about := "v"
		var err error
		*s, err = s.WithOutputs([]router.Output{{Key: "viable", Type: router.TypeBool, Description: &about}})
		if err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("the hook %s with %v is not known", hook, with)
	}
}

// declaredOutputs is the path of the schemas of declared outputs, whose descriptions are the input's.
const declaredOutputs = "/properties/outputs/properties"

// withoutProse empties the descriptions in a schema, but for those of declared outputs, and sorts the lists of required
// keys.
func withoutProse(v any, at string) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	object = maps.Clone(object)
	for k, v := range object {
		switch v := v.(type) {
		case string:
			if k == "description" && !strings.HasPrefix(at, declaredOutputs) {
				object[k] = "…"
			}
		case []any:
			if k == "required" {
				slices.SortFunc(v, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
			}
		case map[string]any:
			object[k] = withoutProse(v, at+"/"+k)
		}
	}
	return object
}

// G6: conditions on outputs.
func TestVectorCondition(t *testing.T) {
	eachVector(t, "condition.json", func(t *testing.T, v vector) {
		in := read[struct {
			Condition router.Condition
			Outputs   []struct {
				router.Output
				Value any
			}
		}](t, v.Input)
		var outputs []router.Value
		for _, o := range in.Outputs {
			outputs = append(outputs, router.Value{Output: o.Output, Value: o.Value})
		}
		got, err := in.Condition.Check(outputs)
		if raises(t, v.Output) {
			if err == nil {
				t.Errorf("got %t, want an error", got)
			}
			return
		}
		if want := read[struct{ Result bool }](t, v.Output).Result; err != nil || got != want {
			t.Errorf("got %t, %v, want %t", got, err, want)
		}
	})
}

// G6: instructions of answers, of routers, and their effects.
func TestVectorRouting(t *testing.T) {
	eachVector(t, "routing.json", func(t *testing.T, v vector) {
		var got any
		switch v.Kind {
		case "parse_next":
			got = shownInstructions(router.ParseNext(read[[]any](t, v.Input)))
		case "route":
			got = shownInstructions(routed(t, v.Input))
		case "next":
			got = shownStep(router.Next(read[[]router.Instruction](t, v.Input), 1000))
		default:
			t.Fatalf("the kind %s is not known", v.Kind)
		}
		want := read[any](t, v.Output)
		if v.Kind == "next" {
			want = stepOf(want)
		}
		if d := cmp.Diff(want, plain(t, got)); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}

// routed returns the instructions of the vectors' router for outputs: on to a node if they pass, else a retry.
func routed(t *testing.T, input json.RawMessage) []router.Instruction {
	t.Helper()
	in := read[struct {
		Declared    []router.Output
		DynamicNext any `json:"dynamic_next"`
		Outputs     any
		Resolver    string
	}](t, input)
	if in.Resolver != "pass==true -> route next_node x1; else retry" {
		t.Fatalf("the resolver %q is not known", in.Resolver)
	}
	r := router.Router{Outputs: in.Declared, Resolve: func(values []router.Value) []router.Instruction {
		for _, v := range values {
			if v.Key == "pass" && v.Value == true {
				return []router.Instruction{router.Single(router.TypeRoute, "next_node")}
			}
		}
		return []router.Instruction{{Type: router.TypeRetry}}
	}}
	next, _ := in.DynamicNext.([]any)
	return r.RouteDynamic(in.Outputs, next)
}

// shownInstructions returns instructions in the vectors' form.
func shownInstructions(all []router.Instruction) []map[string]any {
	shown := []map[string]any{}
	for _, i := range all {
		fields := map[string]any{"type": i.Type}
		switch i.Type {
		case router.TypeRoute:
			fields["value"], fields["count"] = i.Value, 1
			if i.Count != nil {
				fields["count"] = *i.Count
			}
		case router.TypeYield, router.TypeSub:
			fields["value"] = i.Value
		case router.TypeRetry:
			if i.Reason != nil {
				fields["reason"] = *i.Reason
			}
		}
		shown = append(shown, fields)
	}
	return shown
}

// shownStep returns a step in the vectors' form, its moves as a list of type and value.
func shownStep(s router.Step) any {
	switch {
	case s.End:
		return map[string]any{"action": "end"}
	case s.Retry:
		return map[string]any{"action": "retry", "reason": s.Reason}
	case len(s.Go) == 0:
		return map[string]any{"action": "done"}
	}
	moves := []any{}
	for _, m := range s.Go {
		moves = append(moves, map[string]any{"type": m.Type, "value": m.Value})
	}
	return moves
}

// stepOf returns a vector's step in that form: its only list has the moves.
func stepOf(want any) any {
	object, _ := want.(map[string]any)
	for _, v := range object {
		list, ok := v.([]any)
		if !ok {
			continue
		}
		moves := []any{}
		for _, m := range list {
			moves = append(moves, movesOf(m)...)
		}
		return moves
	}
	return want
}

// movesOf returns the moves of an entry: an object, a pair, or words separated by a colon; it may have a count.
func movesOf(entry any) []any {
	kind, value, times := any(nil), any(nil), 1
	switch e := entry.(type) {
	case map[string]any:
		kind, value = e["type"], e["value"]
		if n, ok := e["count"].(json.Number); ok {
			if count, err := n.Int64(); err == nil {
				times = int(count)
			}
		}
	case []any:
		kind, value = e[0], e[1]
	case string:
		before, after, _ := strings.Cut(e, ":")
		kind, value = before, after
	}
	return slices.Repeat([]any{map[string]any{"type": kind, "value": value}}, times)
}

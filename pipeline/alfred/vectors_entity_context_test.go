package alfred

import (
	"encoding/json"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// entitiesOf returns the program's entity layer for a dump of the registry. null is an empty one.
func entitiesOf(t *trial, dump json.RawMessage, turn int, byAge bool) memory.Entities {
	t.Helper()
	r := registryOf(t, memory.Kitchen(), t.program, dump)
	return memory.Entities{All: r.Entities(), Turn: turn, Program: t.program, ByAge: byAge}
}

// The three kinds of entities, and each format of them, byte for byte.
func compareEntityContext(t *trial, raw rawVector) {
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	in := into[struct {
		Registry json.RawMessage `json:"registry"`
		Turn     int             `json:"current_turn"`
		Source   string          `json:"source"`
	}](t, v.Input)
	e := entitiesOf(t, in.Registry, in.Turn, in.Source == "object")
	type entityContext struct {
		Active    []string          `json:"active"`
		Generated []string          `json:"generated"`
		Retained  [][]string        `json:"retained"`
		Formats   map[string]string `json:"formats"`
	}
	got := entityContext{Active: refsOf(e.Active()), Generated: refsOf(e.Generated()), Retained: [][]string{},
		Formats: map[string]string{
			"full": e.Full().String(), "refs_and_labels": e.RefsAndLabels().String(),
			"labels_only": e.LabelsOnly().String(), "reply": e.Reply().String(),
			"do_not_read": e.DoNotRead().String(),
		}}
	for _, x := range e.Retained() {
		got.Retained = append(got.Retained, []string{x.Ref, x.Reason})
	}
	if d := gocmp.Diff(into[entityContext](t, v.Output), got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func refsOf(all []memory.Entity) []string {
	refs := []string{}
	for _, x := range all {
		refs = append(refs, x.Ref)
	}
	return refs
}

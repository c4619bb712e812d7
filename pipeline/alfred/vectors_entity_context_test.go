package alfred

import (
	"encoding/json"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// entitiesOf returns the program's entity layer for a dump of the registry. null is an empty one.
func entitiesOf(t *testing.T, dump json.RawMessage, turn int, byAge bool) memory.Entities {
	t.Helper()
	r := registryOf(t, memory.Kitchen(), true, dump)
	return memory.Entities{All: r.Entities(), Turn: turn, Program: true, ByAge: byAge}
}

// The three kinds of entities, and each format of them, byte for byte.
func TestVectorEntityContext(t *testing.T) {
	for _, v := range vectorsOf[json.RawMessage, json.RawMessage](t, "entity_context.json", "entity_context") {
		t.Run(v.ID, func(t *testing.T) {
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
		})
	}
}

func refsOf(all []memory.Entity) []string {
	refs := []string{}
	for _, x := range all {
		refs = append(refs, x.Ref)
	}
	return refs
}

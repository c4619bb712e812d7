package alfred

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A case that makes no sense is refused with the wrong key.
func TestOpenRefuses(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		block Block
		want  string
	}{
		"compat":    {Block{Compat: "progam"}, `alfred: compat: want program or nothing, got "progam"`},
		"no tables": {Block{Tables: json.RawMessage(`[]`)}, "alfred: tables: "},
		"no UUID": {
			Block{Tables: json.RawMessage(`{"tasks": [{"id": 7}]}`)},
			"alfred: tables: tasks[0].id: want a UUID",
		},
		"subdomain": {
			Block{Guidance: map[string]string{"recipies": "…"}}, `alfred: guidance: there is no subdomain "recipies"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sys.Open(pipeline.Case{Block: &tt.block})
			if _, ok := errors.AsType[*pipeline.InputError](err); !ok || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %s…", err, tt.want)
			}
		})
	}
}

// So is a turn; one of another kind is for other systems.
func TestTurnRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		in   pipeline.Input
		want string
	}{
		"mode": {
			withBlock(TurnBlock{Mode: "fast"}), `alfred: mode: want one of plan, quick, create, cook, got "fast"`,
		},
		"change": {
			withBlock(TurnBlock{Changes: []Change{{Do: "eaten"}}}), "alfred: changes[0]: do: want created, updated, ",
		},
		"schedule":   {pipeline.Input{Kind: pipeline.Scheduled}, "not supported: a turn that is no message"},
		"acceptance": {pipeline.Input{Acceptance: pipeline.Accepted}, "not supported: acceptance"},
	} {
		t.Run(name, func(t *testing.T) {
			c, root := opened(try(t, true, func(*trial) {}), nil, &script{t: t})
			if _, err := c.Turn(t.Context(), root.At("turn-1", ""), tt.in); err == nil ||
				!strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %s…", err, tt.want)
			}
		})
	}
}

func withBlock(b TurnBlock) pipeline.Input {
	return pipeline.Input{Kind: pipeline.UserMessage, Text: "Hello", Block: &b}
}

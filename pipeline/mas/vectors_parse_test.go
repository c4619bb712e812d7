package mas

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// parsing is a vector of a reader; its kind determines the input.
type parsing = vector[json.RawMessage, json.RawMessage]

func TestVectorSeedParse(t *testing.T) {
	comparison{file: "seed_parse.json", check: checkParsing, rule: seedParsed}.run(t)
}

func TestVectorHeadParse(t *testing.T) {
	comparison{file: "head_parse.json", check: checkParsing}.run(t)
}

func checkParsing(p *probe, raw json.RawMessage, compat state.Compat) {
	v := into[parsing](p, raw)
	switch v.Kind {
	case "parse":
		testParse(p, compat, v)
	case "memory_parse":
		same(p, v.Output, syncstate.MemoryJSON(into[string](p, v.Input)))
	case "memory_apply":
		testMemoryApply(p, v)
	default:
		p.Fatalf("unknown kind %q", v.Kind)
	}
}

func testParse(p *probe, compat state.Compat, v parsing) {
	in := into[struct{ Extractor, Text string }](p, v.Input)
	want := into[struct {
		Result json.RawMessage
		Raises string
	}](p, v.Output)
	got, err := extract(compat, in.Extractor, in.Text)
	if want.Raises != "" {
		if err == nil {
			p.Errorf("%s, want an error", got)
		}
		return
	}
	if err != nil {
		got = json.RawMessage("null")
	}
	same(p, want.Result, got)
}

// extract returns the result of the program's extractor with a name: each is called like its tag, but for these.
func extract(compat state.Compat, extractor, text string) (any, error) {
	switch name := strings.TrimPrefix(extractor, "extract_"); name {
	case "think":
		return syncstate.ValueIn(compat, text, syncstate.Think)
	case "tool_decision_step":
		return syncstate.ValueIn(compat, text, syncstate.ToolDecisionTag)
	case "ask_instruction":
		return syncstate.ValueIn(compat, text, "ask_info")
	case syncstate.Instruction:
		instruction, rest := syncstate.InstructionOf(pipeline.TextSource{}.Of(text))
		if instruction.Len() == 0 {
			return []any{nil, rest}, nil
		}
		return []any{instruction, rest}, nil
	case syncstate.MemoryTag:
		if compat == state.Program {
			return syncstate.MemoryJSON(text), nil
		}
		content, _ := syncstate.MemoryText(text)
		return content, nil
	default:
		return syncstate.ValueIn(compat, text, name)
	}
}

func testMemoryApply(p *probe, v parsing) {
	in := into[struct {
		Commands json.RawMessage
		Before   state.Map[state.Text]
	}](p, v.Input)
	clock := time.Date(2025, 6, 13, 10, 30, 1, 0, time.UTC)
	now := func() time.Time {
		defer func() { clock = clock.Add(time.Second) }()
		return clock
	}
	memory := state.MemoryDict(in.Before)
	answer := "<persistent_memory>" + string(in.Commands) + "</persistent_memory>"
	memory.Apply(now, syncstate.MemoryCommands(answer, pipeline.TextSource{})...)
	same(p, v.Output, memory)
}

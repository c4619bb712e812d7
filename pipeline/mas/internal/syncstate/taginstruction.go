package syncstate

import (
	"bytes"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// InstructionOf splits the last instruction off a message (A4): an object of strict JSON, empty if there is no readable
// one. rest is the message without it and without surrounding white space.
func InstructionOf(message pipeline.Pieces) (instruction state.Map[json.RawMessage], rest pipeline.Pieces) {
	s := message.String()
	at, ok := lastSpan(s, Instruction)
	if !ok {
		return instruction, python.Strip(message)
	}
	rest = python.Strip(pipeline.JoinPieces(message.Cut(0, at.begin), message.Cut(at.end, len(s))))
	raw, err := python.Loads(s[at.from:at.to])
	if err != nil || !bytes.HasPrefix(raw, []byte("{")) {
		return instruction, rest
	}
	if err := json.Unmarshal(raw, &instruction); err != nil {
		return state.Map[json.RawMessage]{}, rest
	}
	return instruction, rest
}

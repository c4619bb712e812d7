package syncstate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Receive handles a message to an agent (seed 6.2, A6). One that wants an answer becomes a send_message step. Of
// another one the instruction is executed, and the rest becomes a process_message step. If one of the two waits for the
// other, the step goes before all others. The error reports what could not be done; the rest is done.
func (s *Sync) Receive(newID state.NewID, a *state.Agent, m state.Message) error {
	var err error
	if m.NeedReply {
		err = s.reply(newID, a, m)
	} else {
		err = s.process(newID, a, m)
	}
	if m.Returns != nil && !a.Unlock(*m.Returns) {
		err = errors.Join(err, fmt.Errorf("agent %s does not wait for %q", a.ID, *m.Returns))
	}
	return err
}

func (s *Sync) reply(newID state.NewID, a *state.Agent, m state.Message) error {
	step := s.step(newID, a, m, skillSendMessage, s.toReply(m))
	switch {
	case m.Waiting == nil && m.Returns != nil:
		return a.InsertSteps(step)
	case m.Waiting == nil:
		a.AddStep(step)
		return nil
	}
	at := slices.Index(m.Receiver.IDs(state.Document), a.ID)
	if at < 0 || at >= len(m.Waiting) {
		return fmt.Errorf("message of %s: it waits for an answer of %s and does not say under which id", m.Sender, a.ID)
	}
	id := "\n\n<" + Waiting + ">" + m.Waiting[at] + "</" + Waiting + ">"
	step.Text.Pieces = pipeline.JoinPieces(step.Text.Pieces, code.Of(id))
	return a.InsertSteps(step)
}

func (s *Sync) process(newID state.NewID, a *state.Agent, m state.Message) error {
	instruction, rest := InstructionOf(m.Text.Pieces)
	var err error
	if len(rest) > 0 {
		step := s.step(newID, a, m, skillProcessMessage, s.toProcess(m))
		if m.Returns != nil {
			err = a.InsertSteps(step)
		} else {
			a.AddStep(step)
		}
	}
	return errors.Join(err, s.obey(newID, a, m, &instruction))
}

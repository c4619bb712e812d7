package mas

import "github.com/beaver-eval/beaver-eval/pipeline"

// maxRounds is the maximum number of request-answer pairs before a prompt (A5).
const maxRounds = 15

// talk is an agent's conversation with its model since its last success: the assistant's primer, then rounds. A success
// clears it (A5).
type talk struct {
	primer pipeline.Message
	rounds []round
}

// round is a request with its answer.
type round struct {
	asked    []pipeline.Message
	answered pipeline.Message
}

// before returns the messages before the next request: the primer, and the last rounds.
func (t *talk) before() []pipeline.Message {
	all := []pipeline.Message{t.primer}
	for _, r := range t.rounds[max(len(t.rounds)-maxRounds, 0):] {
		all = append(append(all, r.asked...), r.answered)
	}
	return all
}

func (t *talk) add(asked []pipeline.Message, answered pipeline.Message) {
	t.rounds = append(t.rounds, round{asked, answered})
}

// clear forgets everything.
func (t *talk) clear() { *t = talk{} }

package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// answer runs the main agent and returns its answer to the user, and the run's record.
func (t *turn) answer(in runInput) (pipeline.Outcome, runRecord, error) {
	in.Stage, in.Session = stageMain, t.session
	r, err := t.run(in)
	if err != nil {
		return pipeline.Outcome{}, runRecord{}, err
	}
	t.history = append(t.history, r.stored...) // later ones belong to an abandoned turn
	reply := pipeline.Reply{Kind: pipeline.ReplyAnswer, Text: r.answer, Path: t.rt.Place()}
	status := pipeline.StatusDone
	if r.failed {
		reply.Kind, status = pipeline.ReplyError, pipeline.StatusFailed
	}
	return pipeline.Outcome{Status: status, Replies: []pipeline.Reply{reply}}, r.record, nil
}

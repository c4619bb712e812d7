package beaver

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// guidanceReply is the answer of the guidance stage (E-1).
type guidanceReply struct {
	Name        string `json:"guidance_name" reply:"required"`
	Description aside  `json:"description"`
	Content     string `json:"content" reply:"required"`
	Tags        asides `json:"tags"`
}

// check refuses empty guidance.
func (g guidanceReply) check() *pipeline.Failure {
	if isBlank(g.Name) || isBlank(g.Content) {
		return &pipeline.Failure{Reason: pipeline.Schema, Err: errors.New("guidance_name or content is blank")}
	}
	return nil
}

// guide returns guidance for a node from the model, or if that fails local guidance (E-4).
func (t *turn) guide(n planNode, goal, text pipeline.Pieces) (*guidance, error) {
	system, err1 := message(t.prompts.guidanceSystem, pipeline.RoleSystem, nil)
	user, err2 := message(t.prompts.guidanceUser, pipeline.RoleUser, guidanceData{Goal: goal, Request: text,
		Node: n.shown(t.planned)})
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	got, err := reply.Ask(t.ctx, t.rt, pipeline.Request{
		Stage: stageGuidance, Messages: []pipeline.Message{system, user}, Declared: declaredGuidance(n),
	}, reply.Asking[guidanceReply]{Check: guidanceReply.check})
	g := got.Value
	f, failed := errors.AsType[*pipeline.Failure](err)
	if err != nil && !failed {
		return nil, err
	}
	from := t.rt.AnswerText(stageGuidance)
	content := from.Of(g.Content)
	if failed {
		g, content, from = localGuidance(n), localContent(n, t.planned), code
	}
	t.rt.Decided(stageGuidance, struct {
		Name string `json:"guidance_name"`
	}{g.Name})
	if failed {
		t.rt.Fallback(pipeline.Fallback{Stage: stageGuidance, Reason: f.Reason, Tries: 1})
	}
	return &guidance{
		Name:        pipeline.JoinPieces(code.Of("ephemeral:"), from.Of(oneLine(g.Name))),
		Version:     "ephemeral:" + t.rt.ID("guidance"),
		Description: from.Of(unlessBlank(string(g.Description))), Tags: each(from, g.Tags.shown()), Content: content,
	}, nil
}

// shown returns the node without blank parts.
func (n planNode) shown(from pipeline.TextSource) nodeData {
	return nodeData{
		ID: from.Of(n.ID), Task: from.Of(n.Task), SkillQuery: from.Of(unlessBlank(n.SkillQuery)),
		Capabilities: each(from, nonBlank(n.Capabilities)),
	}
}

// localGuidance returns guidance without a model (E-4).
func localGuidance(n planNode) guidanceReply {
	return guidanceReply{
		Name: "local-" + n.ID, Description: "Made without a model.", Content: localContent(n,
			pipeline.TextSource{}).String(),
	}
}

// localContent is the text of the guidance without a model. from is the source of the node.
func localContent(n planNode, from pipeline.TextSource) pipeline.Pieces {
	content := []pipeline.Pieces{code.Of("## Objective\n"), from.Of(n.Task), code.Of("\n\n## Capabilities to apply\n")}
	if len(nonBlank(n.Capabilities)) == 0 {
		content = append(content, code.Of("- what the task needs\n"))
	}
	for _, c := range nonBlank(n.Capabilities) {
		content = append(content, code.Of("- "), from.Of(c), code.Of("\n"))
	}
	content = append(content, code.Of("\n## Output\n"))
	if isBlank(n.ExpectedOutput) {
		content = append(content, code.Of("The result of the task, with what is uncertain."))
	} else {
		content = append(content, from.Of(n.ExpectedOutput))
	}
	return pipeline.JoinPieces(content...)
}

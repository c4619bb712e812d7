package beaver

import (
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// guidance is what a node works by when no skill fits it (E-3).
type guidance struct {
	Name        string // ephemeral:{guidance_name}
	Version     string // ephemeral:{guidance_id}
	Description string
	Content     string
}

// guidanceReply is the answer of the guidance stage (E-1).
type guidanceReply struct {
	Name        string   `json:"guidance_name" reply:"required"`
	Description string   `json:"description"`
	Content     string   `json:"content" reply:"required"`
	Tags        []string `json:"tags"`
}

// check refuses guidance that says nothing.
func (g guidanceReply) check() *pipeline.Failure {
	if isBlank(g.Name) || isBlank(g.Content) {
		return &pipeline.Failure{Reason: pipeline.Schema, Err: errors.New("guidance_name or content is blank")}
	}
	return nil
}

// guidanceData is what guidance.user.tmpl shows (E-2).
type guidanceData struct {
	Goal    string
	Request string
	Node    planNode
}

// guide writes guidance for a node; when that fails, it is made here (E-4).
func (t *turn) guide(n planNode, goal, text string) (*guidance, error) {
	system, err1 := message(t.prompts.guidanceSystem, pipeline.RoleSystem, nil)
	user, err2 := message(t.prompts.guidanceUser, pipeline.RoleUser, guidanceData{Goal: goal, Request: text, Node: n.shown()})
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
	if failed {
		g = localGuidance(n)
	}
	t.rt.Decided(stageGuidance, struct {
		Name string `json:"guidance_name"`
	}{g.Name})
	if failed {
		t.rt.Fallback(pipeline.Fallback{Stage: stageGuidance, Reason: f.Reason, Tries: 1})
	}
	return &guidance{Name: "ephemeral:" + oneLine(g.Name), Version: "ephemeral:" + t.rt.ID("guidance"), Description: unlessBlank(g.Description), Content: g.Content}, nil
}

// shown is the node without what is blank.
func (n planNode) shown() planNode {
	n.SkillQuery, n.Capabilities = unlessBlank(n.SkillQuery), nonBlank(n.Capabilities)
	return n
}

// localGuidance is the guidance that needs no model (E-4).
func localGuidance(n planNode) guidanceReply {
	var b strings.Builder
	b.WriteString("## Objective\n" + n.Task + "\n\n## Capabilities to apply\n")
	if len(nonBlank(n.Capabilities)) == 0 {
		b.WriteString("- what the task needs\n")
	}
	for _, c := range nonBlank(n.Capabilities) {
		b.WriteString("- " + c + "\n")
	}
	b.WriteString("\n## Output\n")
	if isBlank(n.ExpectedOutput) {
		b.WriteString("The result of the task, with what is uncertain.")
	} else {
		b.WriteString(n.ExpectedOutput)
	}
	return guidanceReply{Name: "local-" + n.ID, Description: "Made without a model.", Content: b.String()}
}

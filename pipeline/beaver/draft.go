package beaver

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// draftReply is the answer of the draft stage (L-1). Frontmatter keeps unrequested keys.
type draftReply struct {
	Frontmatter  json.RawMessage `json:"frontmatter" reply:"required"`
	Content      string          `json:"content" reply:"required"`
	ChangeReason string          `json:"change_reason"`
}

// draftFrontmatter is what every draft's frontmatter must have (L-2).
type draftFrontmatter struct {
	Description string   `json:"description" reply:"required"`
	Tools       []string `json:"tools"`
}

// skillDraft is a draft in the trace. Only a review takes it into the library (L-6).
type skillDraft struct {
	Action       string    `json:"action"`
	About        []string  `json:"about"` // the skills that it revises or merges
	Kind         string    `json:"kind"`
	Status       string    `json:"status"` // reviewable, or draft if the gate has blocked it
	Source       string    `json:"source"` // model or local
	Description  string    `json:"description"`
	Tools        []string  `json:"tools"`
	Content      string    `json:"content"`
	ChangeReason string    `json:"change_reason"`
	Findings     []finding `json:"findings"` // of the safety checker (L-5)

	Frontmatter json.RawMessage `json:"frontmatter"`
}

// waitingDraft is a draft that nobody has reviewed yet.
type waitingDraft struct {
	skillDraft
	title   string              // of its Task
	offered []string            // tools, to the runs of that Task
	from    pipeline.TextSource // the answer that wrote it; code for a local one
}

// pass takes the draft through the safety gate (L-5): with a finding it stays a draft, without any it goes to review.
func (d *skillDraft) pass(findings []finding) safetyDecision {
	d.Findings = findings
	if len(findings) > 0 {
		d.Status = statusDraft
		return safetyDecision{pipeline.GateBlocked, rulesOf(findings)}
	}
	d.Status = statusReviewable
	return safetyDecision{pipeline.GatePassed, rulesOf(findings)}
}

// text returns the draft as a SKILL.md followed by the reason; findings count its lines. Its frontmatter is JSON, which
// is YAML, in line 2.
func (d skillDraft) text() string {
	return "---\n" + string(d.Frontmatter) + "\n---\n" + d.Content + "\n\n" + d.ChangeReason
}

// read reads a draft from the model's answer. Its error is a *pipeline.Failure.
func (d *skillDraft) read(policy pipeline.Policy, text string) error {
	r, err := reply.Decode[draftReply](policy, text)
	if err != nil {
		return err
	}
	front, err := reply.Decode[draftFrontmatter](pipeline.Strict, string(r.Frontmatter))
	if err != nil {
		return err
	}
	if isBlank(front.Description) || isBlank(r.Content) {
		return &pipeline.Failure{Reason: pipeline.Schema, Err: errors.New("description or content is blank")}
	}
	d.Description, d.Tools, d.Content, d.ChangeReason, d.Frontmatter = front.Description, front.Tools, r.Content,
		r.ChangeReason, r.Frontmatter
	return nil
}

// localDraft returns a draft without a model (L-4): a base frontmatter, and the evidence as its body.
func localDraft(c learningCandidate, goal string, p packet) skillDraft {
	d := skillDraft{Action: c.Action, About: c.About, Kind: c.Kind, Source: "local", Description: oneLine(goal),
		Tools: p.Metadata.ToolNames, ChangeReason: c.Reason}
	var b strings.Builder
	b.WriteString("## Evidence")
	for _, r := range p.Runs {
		b.WriteString("\n- " + r.ID + ": " + r.Status)
	}
	if p.FinalOutput != "" {
		b.WriteString(paragraph + p.FinalOutput)
	}
	d.Content = b.String()
	return d
}

// frontmatter returns the model's frontmatter, with the current tools.
func (d skillDraft) frontmatter() (json.RawMessage, error) {
	keys := map[string]json.RawMessage{}
	if d.Frontmatter != nil {
		if err := json.Unmarshal(d.Frontmatter, &keys); err != nil {
			return nil, err
		}
	}
	var err1, err2 error
	keys["description"], err1 = jsonvalue.Marshal(d.Description)
	keys["tools"], err2 = jsonvalue.Marshal(append([]string{}, d.Tools...))
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return jsonvalue.Marshal(keys)
}

// rulesOf returns the rules of findings, each once, in their order.
func rulesOf(fs []finding) []string {
	rules := []string{}
	for _, f := range fs {
		rules = appendNew(rules, f.Rule)
	}
	return rules
}

// ownName returns the name that the frontmatter gives; empty: none, or no text.
func (w waitingDraft) ownName() string {
	var front struct {
		Name aside `json:"name"`
	}
	if json.Unmarshal(w.Frontmatter, &front) != nil {
		return "" // it is an object, which read has checked
	}
	return string(front.Name)
}

// file returns the draft as the SKILL.md under a name. Its tools are those that a run of its Task was offered: what a
// model writes gives no run a tool that none had (L-9).
func (w waitingDraft) file(name string) (text string, withheld []string, err error) {
	keys := map[string]json.RawMessage{}
	if err := json.Unmarshal(w.Frontmatter, &keys); err != nil {
		return "", nil, err
	}
	tools := []string{}
	for _, tool := range w.Tools {
		if slices.Contains(w.offered, tool) {
			tools = append(tools, tool)
		} else {
			withheld = append(withheld, tool)
		}
	}
	for key, value := range map[string]any{"name": name, "tools": tools, "status": pipeline.Published} {
		if keys[key], err = jsonvalue.Marshal(value); err != nil {
			return "", nil, err
		}
	}
	front, err := jsonvalue.Marshal(keys)
	if err != nil {
		return "", nil, err
	}
	if front, err = jsonvalue.Canonical(front); err != nil { // YAML does not know all escapes of JSON
		return "", nil, err
	}
	return "---\n" + string(front) + "\n---\n" + w.Content, withheld, nil
}

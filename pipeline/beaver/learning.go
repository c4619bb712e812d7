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

// The actions of a candidate.
const (
	draftNew    = "new"
	draftRevise = "revise"
	draftMerge  = "merge"
)

// learn makes a candidate from the active skills: none, one, or several.
func learn(active []string) learningCandidate {
	about := append([]string{}, active...)
	switch len(active) {
	case 0:
		return learningCandidate{draftNew, about, "gap", "The Task was accepted, and no published skill was active."}
	case 1:
		return learningCandidate{draftRevise, about, "improve",
			"The Task was accepted with one skill active; what was learned may improve it."}
	}
	return learningCandidate{draftMerge, about, "overlap",
		"The Task was accepted with several skills active; they may overlap."}
}

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

const (
	sessionExcerpts = 8   // messages
	excerptCut      = 500 // code points of one
)

// draft writes a skill draft from a Task that the user has accepted (L-0 to L-5).
func (t *turn) draft(k *task) error {
	p := k.acceptedEvidence()
	t.rt.Event("evidence", p)
	c := learn(k.activeSkills())
	system, err1 := message(t.prompts.draftSystem, pipeline.RoleSystem, nil)
	user, err2 := message(t.prompts.draftUser, pipeline.RoleUser, t.draftData(c, k, p))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	d := skillDraft{Action: c.Action, About: c.About, Kind: c.Kind, Source: "model"}
	resp, err := t.rt.Chat(t.ctx, pipeline.Request{Stage: stageDraft, Messages: []pipeline.Message{system, user},
		Declared: declaredDraft(c.Reason, k.Goal, p)})
	if err == nil {
		err = d.read(t.rt.Settings(stageDraft).Replies, resp.Content)
	}
	f, failed := errors.AsType[*pipeline.Failure](err)
	if err != nil && !failed {
		return err
	}
	from := t.rt.AnswerText(stageDraft)
	if failed { // L-4
		d, from = localDraft(c, k.Goal, p), code
	}
	if len(d.Tools) == 0 { // L-3
		d.Tools = p.Metadata.ToolNames
	}
	if d.Frontmatter, err = d.frontmatter(); err != nil {
		return err
	}
	gate := d.pass(checkSafety(d.text(), d.Tools, offeredTools(p)))
	t.rt.Decided(stageDraft, draftDecision{
		d.Action, d.About, d.Description, d.Tools, d.Content, d.ChangeReason, gate.Rules, gate.Gate,
	})
	if failed {
		t.rt.Fallback(pipeline.Fallback{Stage: stageDraft, Reason: f.Reason, Tries: 1})
	}
	t.rt.Decided(stageSafety, gate)
	t.rt.Event("skill draft", d)
	t.waiting = append(slices.Clip(t.waiting), waitingDraft{d, k.ShortTitle, offeredTools(p), from})
	return nil
}

// draftDecision is a whole draft in the trace, in the form that scores know.
type draftDecision struct {
	Action       string   `json:"action"`
	About        []string `json:"about"`
	Description  string   `json:"description"`
	Tools        []string `json:"tools"`
	Content      string   `json:"content"`
	ChangeReason string   `json:"change_reason"`
	Findings     []string `json:"findings"` // rules
	Gate         string   `json:"gate"`
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

func (t *turn) draftData(c learningCandidate, k *task, p packet) draftData {
	data := draftData{
		learningCandidate: c, Called: toolNames(p.Metadata.ToolNames), Offered: toolNames(offeredTools(p)),
		Task: taskSummary{k.shownTitle(), k.shownGoal()}, Summaries: shownAttempts(k.Attempts), RunID: p.FinalAccepted,
	}
	active := k.activeSkills()
	data.About = t.skillNames(active)
	for i, name := range data.About {
		related := relatedSkill{Name: name, Gone: true}
		if s := t.library.skill(active[i]); s != nil {
			related.Gone, related.Body, data.HasSkill = false, bodyData(s), true
		}
		data.Related = append(data.Related, related)
	}
	for _, m := range k.messages {
		if text := m.Content(); (m.Role == pipeline.RoleUser || m.Role == pipeline.RoleAssistant) && !isBlank(text) {
			data.Excerpts = append(data.Excerpts, excerpt{m.Role, beginning(m.Pieces(), excerptCut)})
		}
	}
	if n := len(data.Excerpts) - sessionExcerpts; n > 0 {
		data.Excerpts = data.Excerpts[n:]
	}
	return data
}

// offeredTools returns the tools offered to the runs, each once, in the order of first use.
func offeredTools(p packet) []string {
	var names []string
	for _, r := range p.Runs {
		names = appendNew(names, r.Offered...)
	}
	return names
}

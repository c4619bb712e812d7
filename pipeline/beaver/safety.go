package beaver

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The SkillDraftSafetyChecker (L-5, N-4): a gate without a model that a skill draft passes before a person reviews it.
// It reads text and knows nothing else, so a draft without findings is not safe thereby. docs/safety.md has the rules
// and how often they were right on public skills.

// The safety rules, as findings name them.
const (
	ruleSecrets     = "secrets"
	ruleDestructive = "destructive-command"
	ruleInjection   = "prompt-injection"
	ruleOutside     = "path-outside-workspace"
	ruleUndeclared  = pipeline.FindingUndeclaredTool
)

func safetyRules() []string {
	return []string{ruleSecrets, ruleDestructive, ruleInjection, ruleOutside, ruleUndeclared}
}

// maxFindings is how many findings of one rule are told; the last of them counts the others.
const maxFindings = 20

// finding is one line of a draft that breaks a safety rule.
type finding struct {
	Rule string `json:"rule"`
	Line int    `json:"line"` // of the draft, counted from 1
	// from that line, at most maxExcerpt characters and an ellipsis; secrets are masked
	Text string `json:"text"`
	Why  string `json:"why"`            // a fixed phrase, but for the name of an undeclared tool
	More int    `json:"more,omitempty"` // findings of this rule further down that are left out
}

// safetyDecision is what the gate decides about a draft.
type safetyDecision struct {
	Gate  string   `json:"gate"`  // pipeline.GatePassed or pipeline.GateBlocked
	Rules []string `json:"rules"` // that the draft breaks
}

// hit is a place where a rule matched.
type hit struct {
	rule, why string
	at        span
}

// checkSafety says what is unsafe in the text of a draft, frontmatter and content, in the order of lines and then of
// rules. Of the tools offered to the run, the text may name those that the draft has declared. A line is told once for
// a rule and a reason. The time it takes is linear in the text.
func checkSafety(text string, declared, offered []string) []finding {
	t := newSafetyText(text)
	t.secrets = t.findSecrets()
	hits := slices.Concat(t.secrets, t.findCommands(), t.findInjections(), t.findPaths(),
		t.findUndeclared(declared, offered))
	last := map[string]int{} // rule → its last finding
	told := map[string]int{}
	findings := []finding{}
	for _, h := range t.inOrder(hits) {
		if told[h.rule] == maxFindings {
			findings[last[h.rule]].More++
			continue
		}
		told[h.rule]++
		last[h.rule] = len(findings)
		findings = append(findings, finding{Rule: h.rule, Line: t.line(h.at.start), Text: t.excerpt(h.at), Why: h.why})
	}
	return findings
}

// inOrder sorts hits by line, rule and reason, and keeps the first of those that agree in all three.
func (t *safetyText) inOrder(hits []hit) []hit {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(t.line(a.at.start), t.line(b.at.start)), cmp.Compare(a.rule, b.rule),
			cmp.Compare(a.why, b.why), cmp.Compare(a.at.start, b.at.start))
	})
	return slices.CompactFunc(hits, func(a, b hit) bool {
		return a.rule == b.rule && a.why == b.why && t.line(a.at.start) == t.line(b.at.start)
	})
}

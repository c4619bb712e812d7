package beaver

import (
	"cmp"
	"slices"
)

// The SkillDraftSafetyChecker (L-5, N-4): a gate without a model that a skill draft passes before a person reviews it.
// It reads only text, so a draft without findings is not necessarily safe. docs/safety.md has the rules and their
// precision on public skills.

// safetyDecision is the gate's decision about a draft.
type safetyDecision struct {
	Gate  string   `json:"gate"`  // pipeline.GatePassed or pipeline.GateBlocked
	Rules []string `json:"rules"` // those that the draft breaks
}

// checkSafety returns what is unsafe in the text of a draft, frontmatter and content, in the order of lines and then of
// rules. Of the tools offered to the run, the text may name those that the draft has declared. A line is reported once
// per rule and reason. The time is linear in the text.
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

// inOrder sorts hits by line, rule and reason, and removes duplicates.
func (t *safetyText) inOrder(hits []hit) []hit {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(t.line(a.at.start), t.line(b.at.start)), cmp.Compare(a.rule, b.rule),
			cmp.Compare(a.why, b.why), cmp.Compare(a.at.start, b.at.start))
	})
	return slices.CompactFunc(hits, func(a, b hit) bool {
		return a.rule == b.rule && a.why == b.why && t.line(a.at.start) == t.line(b.at.start)
	})
}

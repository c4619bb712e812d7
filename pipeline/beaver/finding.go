package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

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

// maxFindings is how many findings of one rule are reported; the last of them counts the others.
const maxFindings = 20

// finding is one line of a draft that breaks a safety rule.
type finding struct {
	Rule string `json:"rule"`
	Line int    `json:"line"` // of the draft, counted from 1
	// from that line, at most maxExcerpt characters and an ellipsis; secrets are masked
	Text string `json:"text"`
	Why  string `json:"why"`            // a fixed phrase, but for the name of an undeclared tool
	More int    `json:"more,omitempty"` // number of omitted findings of this rule further down
}

// hit is a match of a rule.
type hit struct {
	rule, why string
	at        span
}

// span is a range of a text, in bytes.
type span struct{ start, end int }

package beaver

import "github.com/beaver-eval/beaver-eval/pipeline/secrets"

// findSecrets returns the secrets of a text in order, each place once.
func (t *safetyText) findSecrets() []hit {
	var hits []hit
	for _, f := range secrets.Scan(t.text) {
		hits = append(hits, hit{ruleSecrets, f.What, span{f.Start, f.End}})
	}
	return hits
}

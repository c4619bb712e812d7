package live

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Decision is a changed decision. Before is empty for a new one, Now for a removed one.
type Decision struct{ Path, Before, Now string }

// decisionsOf returns the decisions of a case, by the path of the call or place: a small JSON value, or the fallback
// taken instead. Masked or volatile text makes no difference, nor does what the stage calls a remark.
func decisionsOf(t *trace.Trace, known trace.Vocabulary, m *secrets.Masker) map[string]string {
	all := map[string]string{}
	for _, s := range t.Steps {
		switch s.Kind {
		case pipeline.EntryDecided:
			stage, _ := known.Find(s.Stage)
			all[s.Path] = string(m.JSON(without(s.Value, stage.Remarks)))
		case pipeline.EntryFallback:
			all[s.Path] = fmt.Sprintf("fallback of %s: %s", s.Fallback.Stage, s.Fallback.Reason)
		}
	}
	return all
}

// without returns a decision without some of its keys; one that is no object has none of them.
func without(decision json.RawMessage, keys []string) json.RawMessage {
	o, err := jsonvalue.SplitObject(decision)
	if err != nil || len(keys) == 0 {
		return decision
	}
	for _, key := range keys {
		o.Put(key, nil)
	}
	if o.Len() == 0 {
		return json.RawMessage("{}")
	}
	return o.Raw()
}

// changedDecisions returns the changed decisions: in the order of the tree t of those now, then the removed ones.
func changedDecisions(before, now map[string]string, t *trace.Trace) []Decision {
	var all []Decision
	seen := map[string]bool{}
	for _, s := range t.Steps {
		if was, is := before[s.Path], now[s.Path]; was != is && !seen[s.Path] {
			all = append(all, Decision{s.Path, was, is})
		}
		seen[s.Path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if !seen[path] {
			all = append(all, Decision{Path: path, Before: before[path]})
		}
	}
	return all
}

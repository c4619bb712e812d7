package fault

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Expects returns the reasons of which a stage must report one if each of its requests gets the fault. Nothing among
// them says that it need not report any.
func (f Fault) Expects(st pipeline.Stage, policy pipeline.Policy) []pipeline.Reason {
	words := f.expects.strict
	switch policy {
	case pipeline.Extract:
		words = f.expects.extract
	case pipeline.Mend:
		words = f.expects.repair
	}
	all := f.reasons(st, words)
	switch {
	case st.Reads == pipeline.ReadsTagged && slices.Contains(all, pipeline.Malformed): // one of several tags is lost
		return append(append(all, pipeline.Schema), st.Reasons...)
	case st.Reads != pipeline.ReadsText:
		return all
	case f.Way == Length: // nothing is left of an answer with only tool calls
		return []pipeline.Reason{Nothing, pipeline.Empty}
	case f.Class == Answer && all[0] != pipeline.Empty:
		return []pipeline.Reason{Nothing}
	}
	return all
}

func (f Fault) reasons(st pipeline.Stage, words string) []pipeline.Reason {
	var all []pipeline.Reason
	for _, w := range strings.Fields(words) {
		if w == own {
			all = append(all, st.Reasons...)
			continue
		}
		all = append(all, pipeline.Reason(w))
	}
	return all
}

// Asks returns the last request that a stage must make for one decision with the fault, starting from the from-th,
// which fails first; recovers reports whether that last request gets its own answer.
func (f Fault) Asks(st pipeline.Stage, reason pipeline.Reason, from int) (last int, recovers bool) {
	last = max(from, st.TriesFor(reason))
	if f.Times > 0 && from+f.Times <= last {
		return from + f.Times, true
	}
	return last, false
}

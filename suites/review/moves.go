package review

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// BillEdits adds to the edits of a case what they do to prefixes of its prompts: of each call that is in both files and
// whose prefix moved, to the edit at the place where the prefix ends now, or, if it has become longer, ended before. t
// knows the models of the calls; nil: all are the same.
func BillEdits(edits []edit.Part, old, new *goldens.File, t *trace.Trace, s *project.Suite) {
	if len(edits) == 0 {
		return
	}
	models := map[string]string{}
	if t != nil {
		for _, c := range t.Calls() {
			models[c.Path] = c.Request.Model
		}
	}
	before, after := billed(old, models), billed(new, models)
	for _, c := range new.Calls {
		was, now := before[c.Path], after[c.Path]
		if was == nil || !moved(&was.Prefix, &now.Prefix) {
			continue
		}
		end := now
		if anew(&now.Prefix) < anew(&was.Prefix) {
			end = was
		}
		if at := editAt(edits, c.Path, end); at >= 0 {
			addMove(&edits[at], was, now, models[c.Path], s)
		}
	}
}

// billedCall is a call with the beginning that it shares with an earlier one.
type billedCall struct {
	trace.Prefix
	tokens int // estimated, of the prompt
}

// billed measures the calls of a file, by path.
func billed(f *goldens.File, models map[string]string) map[string]*billedCall {
	all, of := map[string]*billedCall{}, bill.New()
	for _, c := range f.Calls {
		req := pipeline.Request{
			Path: c.Path, Stage: c.Stage, Model: models[c.Path], Messages: c.Messages, Tools: c.Tools, Format: c.Format,
			Parameters: c.Parameters,
		}
		all[c.Path] = &billedCall{of.Add(&req), req.EstimatedTokens()}
	}
	return all
}

// anew returns how many bytes of a prompt no earlier call begins with.
func anew(p *trace.Prefix) int { return p.Prompt - p.Bytes }

// moved reports whether what is sent anew has changed by more than the prompt has grown or shrunk: text that was
// inserted in front of the end of the prefix, or behind it, leaves that end where it is.
func moved(was, now *trace.Prefix) bool {
	grown, more := now.Prompt-was.Prompt, anew(now)-anew(was)
	return more < min(0, grown) || more > max(0, grown)
}

// editAt returns the index of the edit at the end of a call's prefix, else of the first one in the call, or in the
// earlier call that shares the prefix; -1: nothing was edited there.
func editAt(edits []edit.Part, path string, end *billedCall) int {
	for _, of := range []string{path, end.Of} {
		at := slices.IndexFunc(edits, func(p edit.Part) bool {
			return p.Path == of && p.Message == end.End.Message && p.Section == end.End.Section
		})
		if at < 0 {
			at = slices.IndexFunc(edits, func(p edit.Part) bool { return p.Path == of })
		}
		if at >= 0 {
			return at
		}
	}
	return -1
}

// addMove adds a call whose prefix moved to an edit. Tokens are counted by the rules of the suite's prices.
func addMove(p *edit.Part, was, now *billedCall, model string, s *project.Suite) {
	rules := s.Prices.Rules()
	keptBefore, kept := rules.Kept(&was.Prefix), rules.Kept(&now.Prefix)
	m := edit.Moves{
		Calls: 1, Bytes: anew(&now.Prefix) - anew(&was.Prefix),
		Tokens: now.tokens - kept - (was.tokens - keptBefore),
	}
	if s.Prices != nil {
		if price, ok := s.Prices.Of(model); ok {
			m.Currency = s.Prices.CurrencyName()
			m.Money = price.Tokens(now.tokens, kept, 0) - price.Tokens(was.tokens, keptBefore, 0)
		}
	}
	p.Moves.Add(m)
}

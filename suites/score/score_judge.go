package score

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/judge"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Agreement is the metric of how often a judge says what a person says, by the name of the rubric.
const Agreement = "judge.agreement"

// The verdicts on a reply, as Want and Got of scores.
const (
	Pass = "pass"
	Fail = "fail"
)

func judgeScorer() scorer {
	return scorer{
		metrics: append(metrics(Share, 0, 1, ByRubric, Agreement), Metric{JudgePrefix, Share, 0, 1, nil}),
		score:   scoreJudge,
	}
}

// JudgePrefix precedes the name of a rubric in the metric of its verdicts.
const JudgePrefix = "judge."

// ByRubric is the Facet of rubrics, which only cases know.
func ByRubric(_ trace.Vocabulary, name, facet string) error {
	if rubric.MatchString(facet) {
		return nil
	}
	return fmt.Errorf("%s has no [%s]: want the name of a rubric, such as kind", name, facet)
}

// IsVerdict reports whether the score is the verdict of a judge.
func (s *Score) IsVerdict() bool { return s.Scorer == judge.Name && s.Name() != Agreement }

// scoreJudge returns the verdicts of the judges, which no case has to meet, and compares them with those of a person.
func scoreJudge(v *turnView, e *expect.Turn) ([]Score, error) {
	if v.Outcome == nil {
		return nil, nil
	}
	var scores []Score
	if e.Reply != nil {
		for _, by := range e.Reply.Judge {
			said := v.verdict(by.Name())
			s := share(JudgePrefix+by.Name(), said.path, 0, said.Reason)
			if s.Unmeasured = !said.known; said.Pass {
				s.Value = 1
			}
			if said.known {
				s.Got = spellVerdict(said.Pass)
			}
			scores = append(scores, s)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.Judge)) {
		scores = append(scores, agreement(v.verdict(name), name, spellVerdict(e.Judge[name])))
	}
	return scores, nil
}

// agreement compares a verdict with that of a person.
func agreement(said verdict, name, want string) Score {
	got := spellVerdict(said.Pass)
	of := assertion{metric: Agreement, path: said.path, holds: got == want, want: want, got: got,
		reason: fmt.Sprintf("a person says %s, the judge %s: %s", want, got, said.Reason)}
	s := of.score()
	if !said.known || said.silent {
		of.got = ""
		s = of.undecided(said.Reason)
	}
	s.Facet = name
	return s
}

func spellVerdict(pass bool) string {
	if pass {
		return Pass
	}
	return Fail
}

// verdict is what is known of a reply. If there was none, it fails, though no judge has said so.
type verdict struct {
	judge.Verdict
	path          string // of the judge's call
	known, silent bool
}

// verdict returns the verdict by a rubric. The reason says why there is none.
func (v *turnView) verdict(name string) verdict {
	said := verdict{path: v.Place + "/" + judge.Leaf(name)}
	open := func(format string, args ...any) verdict {
		said.Reason = "not judged: " + fmt.Sprintf(format, args...)
		return said
	}
	if v.Outcome.Unknown {
		return open("the log has no answer")
	}
	if v.Answer() == "" {
		said.known, said.silent, said.Reason = true, true, "nobody replied"
		return said
	}
	var call *trace.Call
	for i := range v.Judged {
		switch s := &v.Judged[i]; {
		case s.Path != said.path:
		case s.Call != nil:
			call = s.Call
		case s.Kind == pipeline.EntryRejected:
			return open("the answer is no verdict: %v", s.Failure)
		case s.Kind == pipeline.EntryDecided:
			if err := json.Unmarshal(s.Value, &said.Verdict); err != nil {
				return open("%v", err)
			}
			said.known = true
			return said
		}
	}
	switch {
	case call == nil:
		return open("nobody asked the judge")
	case call.Failure != nil:
		return open("the judge gave no answer: %v", call.Failure)
	case call.Origin.Match == pipeline.MatchStale:
		return open("the recorded verdict is on another request: `beaver-eval record --stale` asks again")
	}
	return open("no verdict is recorded: `beaver-eval record --missing` asks the judge")
}

// checkJudges returns the errors in the labels of judges: each needs a judge of the same reply.
func checkJudges(t *fixtures.Turn) error {
	if n := t.Node("expect", "judge"); n != nil {
		return n.Errorf("judge: a person's verdict is a label: write it below labels")
	}
	judges := t.Judges()
	for i, by := range judges {
		if judges[:i].Of(by.Name()) != nil {
			return t.Node("labels", "reply", "judge").Errorf("judge: the reply is judged by %q twice", by.Name())
		}
	}
	n := t.Node("labels", "judge")
	if n == nil {
		return nil
	}
	for i, key := range n.Keys {
		if judges.Of(key.Name) == nil {
			return n.KeyErrorf(i, "judge: no judge has the rubric %.60q in this turn: want reply: {judge: {rubric: "+
				"%q}}", key.Name, "judges/"+key.Name+".md")
		}
	}
	return nil
}

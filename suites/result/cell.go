package result

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Verdict is the outcome of a call that failed on purpose.
type Verdict string

// The verdicts. A run of a suite with a matrix of faults fails with a crash, a hang, an error or a wrong fallback, and
// with silent damage unless the answer was repaired.
const (
	VerdictRightFallback Verdict = "right fallback" // reported, and what follows is what the call declares
	VerdictRecovered     Verdict = "recovered"      // nothing is reported, and everything is as intended
	VerdictSame          Verdict = "same"           // reported, and the declared answer is the intended one
	VerdictTold          Verdict = "told"           // the model reads about each failed tool
	VerdictNameDropped   Verdict = "name dropped"   // reported, and the names that are known are kept
	VerdictTaken         Verdict = "taken"          // another answer, indistinguishable from a good one
	VerdictWrongFallback Verdict = "wrong fallback" // not reported correctly, or something else follows
	VerdictSilentDamage  Verdict = "silent damage"  // nothing is reported, and an unintended value is used
	VerdictCrash         Verdict = "crash"
	VerdictHang          Verdict = "hang"
	VerdictError         Verdict = "error"          // the case ends in an error, or violates an invariant
	VerdictUnanswered    Verdict = "unanswered"     // a call that follows has no answer
	VerdictNotApplicable Verdict = "not applicable" // nothing here can break this way
)

// Verdicts returns all of them, the good ones first.
func Verdicts() []Verdict {
	return []Verdict{
		VerdictRightFallback, VerdictRecovered, VerdictSame, VerdictTold, VerdictNameDropped, VerdictTaken,
		VerdictWrongFallback, VerdictSilentDamage, VerdictCrash, VerdictHang, VerdictError, VerdictUnanswered,
		VerdictNotApplicable,
	}
}

// Says returns what the verdict says, in a sentence.
func (v Verdict) Says() string {
	switch v {
	case VerdictRightFallback:
		return "The stage reports the failure, and what follows is what the call declares."
	case VerdictRecovered:
		return "Nothing is reported, and everything is as intended."
	case VerdictSame:
		return "The stage reports the failure, and its fallback is what was intended anyway."
	case VerdictTold:
		return "The model is told of each tool that failed, and the loop continues."
	case VerdictNameDropped:
		return "The stage reports the names that were not offered, and keeps the others."
	case VerdictTaken:
		return "The stage takes another answer, which cannot be told from an intended one. It fails no run."
	case VerdictWrongFallback:
		return "The failure is not reported as it should be, or what follows is not what the call declares."
	case VerdictSilentDamage:
		return "Nothing is reported, and the system continues with a value that was not intended."
	case VerdictCrash:
		return "The system panics."
	case VerdictHang:
		return "The run does not end."
	case VerdictError:
		return "The case ends in an error, the user gets no answer, a system message is empty, or a request is sent " +
			"twice."
	case VerdictUnanswered:
		return "A call that follows has no answer: `otherwise` can give one."
	}
	return "There is nothing here to break in this way; the cell is not counted."
}

// Cell is one call of a case with one fault, its answers read by one policy.
type Cell struct {
	Path   string
	Stage  string
	Fault  string // FAULT, or FAULT@PLACE for one of several
	Class  string
	Policy pipeline.Policy // by which the case's answers are read

	Verdict Verdict
	Why     string          // what is wrong, or why the cell is not applicable; may be empty
	Reason  pipeline.Reason // of the last report; empty: nothing is reported
	Tries   int             // requests for the decision, from the first that failed
	Waited  string          // of an application that was told to wait before it asked again: none, less or told
}

// Name returns the cell's name within its case: PATH:FAULT:POLICY.
func (c *Cell) Name() string { return c.Path + ":" + c.Fault + ":" + string(c.Policy) }

// FaultName returns the fault without its place.
func (c *Cell) FaultName() string {
	name, _, _ := strings.Cut(c.Fault, "@")
	return name
}

// Fails reports whether the verdict fails the run.
func (c *Cell) Fails() bool {
	switch c.Verdict {
	case VerdictCrash, VerdictHang, VerdictError, VerdictWrongFallback:
		return true
	case VerdictSilentDamage:
		return c.Judged()
	}
	return false
}

// Judged reports whether the cell counts: repaired answers are shown but not judged.
func (c *Cell) Judged() bool { return c.Policy != pipeline.Mend }

// Counts reports whether the cell is one of those that are scored: it is judged, and was tried.
func (c *Cell) Counts() bool { return c.Judged() && c.Verdict != VerdictNotApplicable }

// Right reports whether the stage survived the fault with the declared or the intended outcome.
func (c *Cell) Right() bool {
	return c.Verdict == VerdictRightFallback || c.Verdict == VerdictRecovered || c.Verdict == VerdictSame
}

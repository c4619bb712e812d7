package metric

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// known returns all metrics that a run can have: the scorers', and those computed from more than one score.
// docs/scores.md explains them.
func known() []score.Metric {
	all := []score.Metric{
		{Name: Cases, Unit: score.Share, Most: 1},
		{Name: atOnceName, Unit: score.Share, Most: 1, Facet: score.ByCaller},
		{Name: rejectedName, Unit: score.Count, Most: math.Inf(1), Facet: byAnswer},
		{Name: "coverage.branches", Unit: score.Share, Most: 1},
		{Name: "coverage.decisions", Unit: score.Share, Most: 1},
		{Name: "coverage.fallbacks", Unit: score.Share, Most: 1},
		{Name: "coverage.skills", Unit: score.Share, Most: 1},
		{Name: "coverage.tools", Unit: score.Share, Most: 1},
		{Name: rateName, Unit: score.Share, Most: 1, Facet: byReason},
		{Name: Quarantined, Unit: score.Count, Most: math.Inf(1)},
		{Name: passAny, Unit: score.Share, Most: 1},
		{Name: passAll, Unit: score.Share, Most: 1},
		{Name: "faults.cells", Unit: score.Count, Most: math.Inf(1)},
		{Name: "faults.crashed", Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller}, // of applications
		{Name: "faults.empty", Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: "faults.hung", Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: "faults.other", Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: "faults.passed_on", Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: "faults.retrying", Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: "faults.right", Unit: score.Share, Most: 1, Facet: score.ByCaller},
		{Name: kappaName, Unit: score.Similarity, Least: -1, Most: 1, Facet: score.ByRubric},
		{Name: tnrName, Unit: score.Share, Most: 1, Facet: score.ByRubric},
		{Name: tprName, Unit: score.Share, Most: 1, Facet: score.ByRubric},
		{Name: "latency.ratio", Unit: score.Share, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: prefixBreaks, Unit: score.Count, Most: math.Inf(1), Facet: score.ByCaller},
		{Name: prefixCeiling, Unit: score.Share, Most: 1, Facet: score.ByCaller},
		{Name: prefixShare, Unit: score.Share, Most: 1, Facet: score.ByCaller},
		{Name: "routing.f1", Unit: score.Share, Most: 1, Facet: score.ByAction},
		{Name: "routing.macro_f1", Unit: score.Share, Most: 1, Facet: score.OneOf(score.LabelSoft)},
		{Name: "routing.precision", Unit: score.Share, Most: 1, Facet: score.ByAction},
		{Name: "routing.recall", Unit: score.Share, Most: 1, Facet: score.ByAction},
		{Name: "tokens.growth", Unit: score.Share, Least: -1, Most: math.Inf(1), Facet: byCallOrCaller},
	}
	all = append(all, score.Metrics()...)
	slices.SortFunc(all, func(a, b score.Metric) int { return cmp.Compare(a.Name, b.Name) })
	var bare []score.Metric
	for _, name := range bareGates() {
		bare = append(bare, score.Metric{Name: name, Unit: score.Count, Most: math.Inf(1)})
	}
	return append(bare, all...)
}

// bareGates are counts that have to be 0 if a gate has no bound.
func bareGates() []string {
	return []string{"carried", "context", EditedUnreached, "expectations", Faults, "goldens",
		"imported", "moved", NotDriven, gateOrphans, "otherwise",
		"scripted", ServerFailures, Stale, Uncompared}
}

// byReason checks a facet STAGE or STAGE:REASON.
func byReason(v trace.Vocabulary, _, by string) error {
	stage, reason, byReason := strings.Cut(by, ":")
	if byReason {
		return v.Reason(stage, reason)
	}
	return v.Stage(stage)
}

// byAnswer checks a facet STAGE or STAGE:REASON of a stage that gets answers.
func byAnswer(v trace.Vocabulary, name, by string) error {
	stage, _, _ := strings.Cut(by, ":")
	if err := byReason(v, name, by); err != nil {
		return err
	}
	if s, ok := v.Find(stage); !ok || s.Calls {
		return nil
	}
	return v.Caller(stage)
}

// byCallOrCaller checks a facet that is a stage that makes calls, or the worst call.
func byCallOrCaller(v trace.Vocabulary, name, by string) error {
	if by == "call" {
		return nil
	}
	return score.ByCaller(v, name, by)
}

// find returns the metric of a name, without a facet.
func find(name string) (score.Metric, bool) { return score.Find(known(), name) }

// names returns the names of all metrics.
func names() []string {
	var all []string
	for _, m := range known() {
		all = append(all, m.Name)
	}
	return all
}

// Built-in gates, which hold for every run.
const (
	gateGoldens      = "goldens"
	gateExpectations = "expectations"
	gateOrphans      = "orphans"
)

// NotDriven is the metric that counts goldens of suites that their program's own tests should have driven but did not,
// and the gate on it in CI.
const NotDriven = "not_driven"

// Uncompared is the metric that counts goldens that were not compared although their case exists, and the built-in gate
// on it.
const Uncompared = "uncompared"

// ServerFailures is the metric that counts calls to which a server gave no answer, and the built-in gate on it of a run
// that servers answer: such a run says little about the model.
const ServerFailures = "server.failures"

// Faults is the metric that counts calls that did not survive an injected fault, and the built-in gate on it of a run
// with a suite that has a matrix of faults.
const Faults = "faults.failing"

// Quarantined is the metric that counts cases in quarantine which fail.
const Quarantined = "quarantined"

// Stale is the metric that counts answers recorded for another request, and the built-in gate on it.
const Stale = "stale"

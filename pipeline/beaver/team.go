package beaver

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// team is the result of a team, as the main agent and the selection of its skills see it (C-1, C-2).
type team struct {
	Reason    string
	Strategy  string
	Success   bool // every node is done
	Nodes     []nodeResult
	Evidence  pipeline.Pieces
	Synthesis string

	planned pipeline.TextSource // of the plan
}

// shown returns the team for prompts; nil if none ran.
func (tm *team) shown() *teamData {
	if tm == nil {
		return nil
	}
	from := tm.planned
	shown := &teamData{
		Reason: from.Of(tm.Reason), Strategy: from.Of(tm.Strategy), Success: tm.Success, Evidence: tm.Evidence,
		Synthesis: from.Of(tm.Synthesis),
	}
	for _, n := range tm.Nodes {
		shown.Nodes = append(shown.Nodes, nodeResultData{
			ID: from.Of(n.ID), Task: from.Of(n.Task), Status: n.Status, Reason: n.Reason,
			Answer: n.Run.from.Of(n.Answer), Excerpt: n.excerpt(),
		})
	}
	return shown
}

// runs returns the records of the nodes, including skipped ones, in the plan's order; none without a team.
func (tm *team) runs() []runRecord {
	if tm == nil {
		return nil
	}
	var runs []runRecord
	for _, n := range tm.Nodes {
		runs = append(runs, n.Run)
	}
	return runs
}

// runTeam executes a plan: the skills of every node first, since one broken resolver rejects the plan (S-4, P-5); then
// the nodes, each as soon as its dependencies have ended. nil says that the plan was rejected.
func (t *turn) runTeam(p *plan, k *task, text pipeline.Pieces) (*team, error) {
	nodes := *p.Nodes
	ds := make([]*delegation, len(nodes))
	rts := make([]*pipeline.Runtime, len(nodes))
	for i, n := range nodes { // in the plan's order, whatever ends first
		ds[i] = &delegation{planNode: n, rt: t.rt.At("node", n.ID), dependsOn: dependencies(*p.Strategy, nodes, i)}
		rts[i] = ds[i].rt
	}
	for _, d := range ds {
		d.behind = restsOn(ds, d)
	}
	rank(ds)
	if err := t.rt.Together(rts, func(i int, rt *pipeline.Runtime) error {
		return t.below(rt).resolve(ds[i], k,
			text)
	}); err != nil {
		return nil, err
	}
	for _, d := range ds {
		if d.failed {
			return nil, nil
		}
	}
	results, err := t.runNodes(ds, rts, k)
	if err != nil {
		return nil, err
	}
	out := &team{Reason: unlessBlank(p.Reason), Strategy: *p.Strategy, Success: true, Nodes: results,
		Synthesis: unlessBlank(*p.Synthesis), planned: t.planned}
	var writes [][]write
	for _, r := range results {
		out.Success = out.Success && r.Status == nodeDone
		writes = append(writes, r.writes)
	}
	t.memory.learn(merged(writes...)) // here: concurrent nodes would race
	out.Evidence, err = t.renderEvidence(out.runs())
	return out, err
}

// rank numbers the nodes so that each comes after those that it waits for, otherwise in the plan's order.
func rank(ds []*delegation) {
	ranked := map[string]bool{}
	for n := range ds {
		i := slices.IndexFunc(ds, func(d *delegation) bool {
			return !ranked[d.ID] && !slices.ContainsFunc(d.dependsOn, func(id string) bool { return !ranked[id] })
		})
		ds[i].rank, ranked[ds[i].ID] = n, true
	}
}

// runNodes runs every node after its dependencies. A node reads another one's results after that one has closed its
// channel.
func (t *turn) runNodes(ds []*delegation, rts []*pipeline.Runtime, k *task) ([]nodeResult, error) {
	resolved := t.rt.Mark()
	results := make([]nodeResult, len(ds))
	ended := map[string]chan struct{}{}
	at := map[string]int{}
	for i, d := range ds {
		ended[d.ID], at[d.ID] = make(chan struct{}), i
	}
	err := t.rt.Together(rts, func(i int, rt *pipeline.Runtime) (err error) {
		d := ds[i]
		defer close(ended[d.ID])
		rt.After(resolved)
		var before []nodeResult
		for _, id := range d.dependsOn {
			<-ended[id]
			rt.After(rts[at[id]].Mark())
			before = append(before, results[at[id]])
		}
		results[i], err = t.below(rt).runNode(d, k, before)
		return err
	})
	return results, err
}

// below returns the turn at a place below it: a child session sees none of the parent's history (N-3), and works on a
// copy of the memory.
func (t *turn) below(rt *pipeline.Runtime) *turn {
	n := *t
	n.rt, n.history = rt, nil
	n.memory = t.memory.copy()
	return &n
}

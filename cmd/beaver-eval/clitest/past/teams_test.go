package past_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// node is a node of a plan, with what became of it.
type node struct {
	ID        string
	DependsOn []string `json:"depends_on"`

	answer, status, reason string
	calls                  []*call
}

// nodes returns the nodes of the turn's team, in the plan's order; none without a team.
func (p *past) nodes() []*node {
	var plan struct {
		Mode  string
		Nodes []*node
	}
	for _, e := range p.entries {
		if e.Kind == pipeline.EntryDecided && e.Stage == "planner" {
			plan.Nodes = nil
			json.Unmarshal(e.Value, &plan)
		}
	}
	ran := map[string]*node{}
	for _, n := range plan.Nodes {
		place := p.place + "/node:" + url.PathEscape(n.ID)
		n.calls, n.status, ran[n.ID] = p.run(place), "done", n
		n.answer = answerOf(n.calls)
		if n.answer == "" {
			n.status, n.reason = "failed", p.failure(place)
		}
	}
	for _, n := range plan.Nodes {
		if len(n.calls) == 0 {
			n.status = "skipped"
		}
	}
	for _, n := range plan.Nodes {
		i := slices.IndexFunc(n.DependsOn, func(id string) bool { return ran[id].status != "done" })
		if n.status == "skipped" && i >= 0 {
			n.reason = "node " + n.DependsOn[i] + " " + ran[n.DependsOn[i]].status
		}
	}
	return plan.Nodes
}

// failure returns the reason that the run at a place has reported last.
func (p *past) failure(place string) (reason string) {
	for _, e := range p.entries {
		if e.Kind == pipeline.EntryFallback && (e.Stage == "node" || e.Stage == "finalizer") &&
			strings.HasPrefix(e.Path, place+"/") {
			reason = string(e.Fallback.Reason)
		}
	}
	return reason
}

// checkTeam holds the results of a team, and the evidence of it.
func (p *past) checkTeam(c *call) {
	nodes := p.nodes()
	told, ok := c.section("Node results")
	if !ok {
		p.hold(c, "team", 0, len(nodes))
		return
	}
	happened, success := "Node results:", "true"
	for _, n := range nodes {
		happened += "\n\nNode " + n.ID + ": " + n.status
		if n.reason != "" {
			happened += " (" + n.reason + ")"
		}
		if n.answer != "" {
			happened += "\n" + n.answer
		}
		if n.status != "done" {
			success = "false"
		}
	}
	p.hold(c, "node", strings.TrimRight(happened, "\n"), told)
	_, said, _ := strings.Cut(c.says("Team"), "Team success: ")
	p.hold(c, "node", success, said)
	p.checkEvidence(c, nodes)
}

// checkEvidence holds the tool calls of a team: each stands with its node, in order, and says whether it failed.
func (p *past) checkEvidence(c *call, nodes []*node) {
	rest, _ := c.section("Team evidence")
	for _, n := range nodes {
		lines := []string{"of node " + n.ID + ": " + n.status + "\n"}
		for i, made := range n.calls {
			for j, asked := range made.said.ToolCalls {
				failed := ""
				if i+1 < len(n.calls) && n.calls[i+1].resultFailed(len(made.Messages)+1+j) {
					failed = "failed: "
				}
				if made.Stage == "node" {
					lines = append(lines, "- "+asked.Name+"("+asked.Arguments+"): "+failed)
				}
			}
		}
		if len(lines) == 1 && n.status != "skipped" {
			lines = append(lines, "- no tool was called")
		}
		for _, line := range lines {
			p.holdIn(c, "tools", line, rest+"\n")
			_, rest, _ = strings.Cut(rest, line)
		}
	}
}

// resultFailed reports whether the message at an index says that a tool failed.
func (c *call) resultFailed(i int) bool {
	return i < len(c.Messages) && strings.HasPrefix(c.Messages[i].Content(), "Tool error: ")
}

// checkDependencies holds the outputs of the nodes that a node depends on.
func (p *past) checkDependencies(c *call) {
	nodes := p.nodes()
	happened := ""
	for _, n := range nodes {
		if c.place != p.place+"/node:"+url.PathEscape(n.ID) {
			continue
		}
		for _, id := range n.DependsOn {
			i := slices.IndexFunc(nodes, func(n *node) bool { return n.ID == id })
			happened += "\n\nOutput of node " + id + ":\n" + nodes[i].answer
		}
	}
	told, ok := c.section("Dependency outputs")
	if ok || happened != "" {
		p.hold(c, "dependency", strings.TrimSpace(happened), strings.TrimSpace(strings.TrimPrefix(told,
			"Dependency outputs:")))
	}
}

// checkSummaries holds the status of each node of a team in the choice of skills for the main run.
func (p *past) checkSummaries(c *call) {
	task, _ := c.section("Task description")
	_, told, ok := strings.Cut(task, "\nTeam summaries:\n")
	if !ok {
		return
	}
	for _, n := range p.nodes() {
		p.holdIn(c, "team summary", "\n- "+n.ID+", "+n.status+": ", "\n"+told)
	}
}

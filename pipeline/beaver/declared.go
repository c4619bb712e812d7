package beaver

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// The meanings of the fallbacks, as equivalent answers. The harness compares them with the system's behaviour, so
// nothing here may call the code of a fallback, nor be called by it.

// declaredRouter.
func declaredRouter(taskIsActive bool) []pipeline.Declared {
	answer := `{"action":"simple_chat"}`
	if taskIsActive {
		answer = `{"action":"continue_task"}`
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: answer}}}
}

// declaredSelection: A-6. A failed shortlist is the first names by score; a failed final choice is none.
func declaredSelection(stage string, byScore []candidate, most int) []pipeline.Declared {
	names := "[]"
	if stage == stageShortlist {
		b := []byte{'['}
		for i := 0; i < most && i < len(byScore); i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonvalue.AppendString(b, byScore[i].Name)
		}
		names = string(append(b, ']'))
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: names}}}
}

// declaredPlanner: P-5.
func declaredPlanner() []pipeline.Declared {
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: `{"mode":"single"}`}}}
}

// declaredResolver: K-5.
func declaredResolver() []pipeline.Declared {
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: "[]"}}}
}

// declaredGuidance: E-4. Objective, capabilities and output of the node, in these three parts.
func declaredGuidance(n planNode) []pipeline.Declared {
	capabilities := ""
	for _, c := range n.Capabilities {
		if strings.TrimSpace(c) != "" {
			capabilities += "\n- " + c
		}
	}
	if capabilities == "" {
		capabilities = "\n- what the task needs"
	}
	output := n.ExpectedOutput
	if strings.TrimSpace(output) == "" {
		output = "The result of the task, with what is uncertain."
	}
	return declaredJSON(map[string]any{
		"guidance_name": "local-" + n.ID,
		"description":   "Made without a model.",
		"content": "## Objective\n" + n.Task + "\n\n## Capabilities to apply" + capabilities + "\n\n## Output\n" +
			output,
		"tags": []string{},
	})
}

// declaredDraft: L-4. The goal as description, the tools that were called, the runs and the accepted answer as body,
// and why there is anything to learn as the reason.
func declaredDraft(why, goal string, p packet) []pipeline.Declared {
	lines := []string{"## Evidence"}
	for _, r := range p.Runs {
		lines = append(lines, "- "+r.ID+": "+r.Status)
	}
	if p.FinalOutput != "" {
		lines = append(lines, "", p.FinalOutput)
	}
	return declaredJSON(map[string]any{
		"frontmatter": map[string]any{"description": strings.Join(strings.Fields(goal), " "),
			"tools": p.Metadata.ToolNames},
		"content": strings.Join(lines, "\n"), "change_reason": why,
	})
}

// declaredJSON returns an answer of strings and lists, which always encodes as JSON.
func declaredJSON(v map[string]any) []pipeline.Declared {
	raw, err := jsonvalue.Marshal(v)
	if err != nil {
		return []pipeline.Declared{{Then: err.Error()}}
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: string(raw)}}}
}

// declaredRun: FB-3, D-3. The user reads the fixed sentence and the session keeps it. An attempt on a Task is also
// failed in the task history (C-4), and a node has failed for all that depend on it: no answer can have that effect.
func declaredRun(in runInput) []pipeline.Declared {
	switch {
	case in.Stage == stageNode:
		return []pipeline.Declared{declaredNode(in.Node)}
	case in.OnTask:
		return []pipeline.Declared{{Then: "the user gets the fixed sentence, and the attempt stands as failed in the " +
			"task history"}}
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: apology}}}
}

// declaredFinalizer: FB-3. The newest text of the assistant in this run, else the run's declaration.
func declaredFinalizer(run []pipeline.Message, in runInput) []pipeline.Declared {
	for _, m := range slices.Backward(run) {
		if text := m.Content(); m.Role == pipeline.RoleAssistant && strings.TrimSpace(text) != "" {
			return []pipeline.Declared{{Answer: &pipeline.Response{Content: text}}}
		}
	}
	return declaredRun(in)
}

// declaredNode: D-3. Nodes that rest on the node are skipped, and the main run learns of each.
func declaredNode(d *delegation) pipeline.Declared {
	said := pipeline.Declared{
		Then:  "the node has failed, those that depend on it are skipped, and the main agent is told",
		Shows: []string{"Node " + d.ID + ": failed"},
	}
	for _, rests := range d.behind {
		said.Skips = append(said.Skips, rests.rt.Place())
		said.Shows = append(said.Shows, "Node "+rests.ID+": skipped")
	}
	return said
}

// restsOn returns the nodes of a team that cannot run without one of them: those that depend on it, and those that
// depend on these.
func restsOn(ds []*delegation, on *delegation) []*delegation {
	var found []*delegation
	lost := []string{on.ID}
	for range ds { // each time the next ones
		for _, d := range ds {
			rests := slices.ContainsFunc(d.dependsOn, func(id string) bool { return slices.Contains(lost, id) })
			if rests && !slices.Contains(lost, d.ID) {
				found, lost = append(found, d), append(lost, d.ID)
			}
		}
	}
	return found
}

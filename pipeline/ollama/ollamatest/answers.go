package ollamatest

import "fmt"

// ofStage is a stage's vote for each of its answers: more than all other signs together give an answer, so that only a
// stage's own answers can win.
const ofStage = 1000.0

// Votes in main and nodes, where an answer may need two signs. The winner leads by more than a tenth.
const (
	ofTalk     = 1100.0 // main, for a sentence
	ofNode     = 150.0  // how much less a node's sentence has in main, and more in a node
	ofCall     = 500.0  // main, for a tool call
	wantTool   = 480.0  // "look up" and the like, for a tool call
	haveTool   = 480.0  // the tool, for its call; the first of the list a little more
	ofResult   = 700.0  // a result, for an answer that follows from it; main adds what a stage gives
	ofWish     = 400.0  // subtracted for a result that says "look up" itself
	ofQuiet    = 600.0  // a heartbeat, for nothing to report; main adds what a stage gives
	ofNoBudget = 2000.0 // the finalizer
)

// above makes an answer of a stage win against those with fewer steps. A step is 12%, since servers make what stands in
// the last tokens of a conversation less likely by a tenth.
func above(steps int) float64 {
	votes := ofStage
	for range steps {
		votes *= 1.12
	}
	return votes - ofStage
}

// only is a stage's default answer.
func only(stage, text string) answer {
	return answer{text, map[string]float64{stage: ofStage + above(1)}}
}

// routerAnswers has an action for each wish; a team also needs a Task. Of several wishes the last one of the list wins.
func routerAnswers() []answer {
	const form = `{"action": "%s", "reason": "the words of the message say so", "short_title": "Small errand"}`
	all := []answer{only(signRouter, fmt.Sprintf(form, "simple_chat"))}
	for i, action := range []string{signNew, signContinue, signRevise, signClose, signAbandon} {
		votes := map[string]float64{signRouter: ofStage, action: above(2 + i)}
		if action == signNew {
			votes[signTeam] = above(2 + i)
		}
		all = append(all, answer{fmt.Sprintf(form, action), votes})
	}
	return all
}

func plannerAnswers() []answer {
	return []answer{
		only(signPlanner, `{"mode": "single", "reason": "one agent is enough for this"}`),
		{`{"mode": "team", "reason": "two parts that can be worked on alone", "strategy": "parallel", "nodes": [` +
			`{"id": "facts", "task": "Collect what is known.", "role": "collector", "skill_query": "facts", ` +
			`"required_capabilities": [], "depends_on": [], "constraints": [], "expected_output": "a list"}, ` +
			`{"id": "costs", "task": "Add up what it costs.", "role": "accountant", "skill_query": "costs", ` +
			`"required_capabilities": ["numbers"], "depends_on": [], "constraints": ["euros only"], ` +
			`"expected_output": "a sum"}], "final_synthesis_instruction": "Say which one is better, and why."}`,
			map[string]float64{signPlanner: ofStage, signTeam: above(2)}},
	}
}

// skillAnswers are the answers of the stages that choose skills, or write what a skill would say.
func skillAnswers() []answer {
	all := []answer{
		only(signSelection, `[]`),
		only(signGuidance, `{"guidance_name": "one-part", "description": "How to do one part of a task.", "content": `+
			`"1. Read the task.\n2. Note each fact with its source.\n3. Return a list.", "tags": ["part"]}`),
		only(signDraft, `{"frontmatter": {"description": "How such an errand is run.", "tools": []}, "content": `+
			`"# Errands\n\n1. Ask what is missing.\n2. Say what it costs.", "change_reason": "It was accepted once."}`),
	}
	for i, name := range skillNames() {
		votes := map[string]float64{signSelection: ofStage, name: above(2 + len(skillNames()) - i)}
		all = append(all, answer{fmt.Sprintf(`[%q]`, name), votes})
	}
	return all
}

// runAnswers are the answers of main and node, which may call tools, of the finalizer, and of the summary of a session.
func runAnswers() []answer {
	all := []answer{
		{"This is what I can say about it without any tool.", map[string]float64{signMain: ofTalk}},
		{"My part of the work is done: there are two facts.",
			map[string]float64{signMain: ofTalk - ofNode, signNode: 2 * ofNode}},
		{"The tool has answered, and this is what follows from it.",
			map[string]float64{signMain: ofStage, signResult: ofResult, signLookUp: -ofWish}},
		{"HEARTBEAT_OK Nothing needs attention.", map[string]float64{signMain: ofStage, signHeartbeat: ofQuiet}},
		{"No more tools: the first half is confirmed, the second half stays uncertain.",
			map[string]float64{signFinalizer: ofNoBudget}},
		only(signCompaction, "## Goal\nA trip by train.\n## Done\nThe user has said where to, and why."),
	}
	for i, t := range tools() {
		votes := map[string]float64{signMain: ofCall, t.wish: wantTool, t.name: haveTool - 10*float64(i)}
		all = append(all, answer{fmt.Sprintf(`{"name": %q, "arguments": %s}`, t.name, t.arguments), votes})
	}
	return all
}

// servingAnswers are the answers of a node of a job: it calls a tool that it knows, hands the results on to the node
// judge, gives an output, ends the job, or says a sentence. Keys stand in the order of the requested schema, the only
// one that a server allows.
func servingAnswers() []answer {
	const call = `{"arguments": [{"key": "city", "value": "Lisbon"}], "id": "c1", "name": "get_weather", ` +
		`"server_name": "", "type": "tool_call"}`
	serving := func(also string, steps int, body, next, outputs, calls string) answer {
		return answer{
			fmt.Sprintf(`{"body": %q, "next": [%s], "outputs": {%s}, "tool_calls": [%s]}`, body, next, outputs, calls),
			map[string]float64{signServing: ofStage, also: above(steps)},
		}
	}
	return []answer{
		only(signServing, `{"body": "No tool has to be called.", "next": [], "outputs": {}, "tool_calls": []}`),
		serving(signLastWord, 2, "Take an umbrella, and go to the museum.", `{"type": "end", "value": ""}`, "", ""),
		serving(signSky, 3, "So it rains in Lisbon today.", "", `"sky": "rain"`, ""),
		serving("get_weather", 4, "", "", "", call),
		serving(signToolResults, 6, "The weather service has answered.", `{"type": "route", "value": "judge"}`, "", ""),
	}
}

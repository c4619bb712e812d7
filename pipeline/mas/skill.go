package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// The skills: executors of the type skill, and stages of the same name.
const (
	planning       = "planning"
	reflection     = "reflection"
	summary        = "summary"
	generation     = state.InstructionGeneration
	think          = "think"
	quickThink     = "quick_think"
	sendMessage    = "send_message"
	processMessage = "process_message"

	// of the program; the document has what managers and questions do, and no name for it
	taskManager  = "task_manager"
	agentManager = "agent_manager"
	askInfo      = "ask_info"

	// of the program only
	decision     = "decision"
	toolDecision = "tool_decision"
)

// skill is something that an agent does with one call.
type skill struct {
	name    string
	tag     string // of its answer
	key     string // of its result in execute_result
	shown   string // in messages to the pool (A5)
	plans   bool   // its answer is a list of steps
	example string
	program bool // of the program only
}

// skills returns those of the document, then those that the program adds.
func skills() []skill {
	all := []skill{
		{name: planning, tag: "planned_step", shown: "Planning", plans: true, example: exampleSteps},
		{name: reflection, tag: "reflection_step", shown: "Reflection", plans: true, example: exampleSteps},
		{name: generation, tag: "tool_instruction", key: generation, shown: "Instruction Generation", example: "{}"},
		{name: think, tag: "_think", key: think, shown: "Think"},
		{name: quickThink, tag: "quick_think", shown: "Quick Think"},
		{name: sendMessage, tag: "send_message", shown: "Send Message", example: exampleMessage},
		{name: processMessage, tag: "process_message", shown: "Process Message"},
		{name: summary, tag: "summary", shown: "Summary"},

		{name: decision, tag: "decision_step", shown: "Decision", plans: true, program: true, example: exampleSteps},
		{name: toolDecision, tag: "tool_decision", shown: "Tool Decision", program: true, example: exampleSteps},
		{name: taskManager, tag: "task_instruction", shown: "Task Manager", example: exampleOrder},
		{name: agentManager, tag: "agent_instruction", shown: "Agent Manager", example: exampleAgents},
		{name: askInfo, tag: "ask_info", key: "ask_instruction", shown: "Ask Info", example: exampleAsk},
	}
	for i, sk := range all {
		if sk.key == "" {
			all[i].key = sk.tag
		}
		if sk.example == "" {
			all[i].example = "…"
		}
		all[i].example = sk.between(all[i].example)
		if sk.plans {
			all[i].example += noMemory
		}
	}
	return all
}

// Answers that skills accept, as a start for people.
const (
	exampleSteps   = `[{"step_intention": "…", "type": "skill", "executor": "summary", "text_content": "…"}]`
	exampleMessage = `{"sender_id": "…", "receiver": ["user"], "message": "…", "stage_relative": "no_relative", ` +
		`"need_reply": false}`
	exampleOrder  = `{"action": "finish_stage"}`
	exampleAgents = `{"action": "add_task_participant", "agents": ["…"]}`
	exampleAsk    = `{"type": "task_info"}`
)

// between puts a text between the skill's tags.
func (sk skill) between(text string) string { return "<" + sk.tag + ">" + text + "</" + sk.tag + ">" }

// answersText reports whether the skill's answer is a text; else it is JSON.
func (sk skill) answersText() bool {
	switch sk.name {
	case summary, think, quickThink, processMessage:
		return true
	}
	return false
}

// skillsOf returns the names of a team's possible skills.
func skillsOf(compat state.Compat) []string {
	var names []string
	for _, sk := range skills() {
		if !sk.program || compat == state.Program {
			names = append(names, sk.name)
		}
	}
	return names
}

// defaultSkills returns those that an agent may plan if its case does not say: the eight of the document, and with them
// to ask the system, which lets every member look into the pool. The program's agents have only the eight.
func defaultSkills(compat state.Compat) []string {
	names := message.Skills()
	if compat == state.Document {
		names = append(names, askInfo)
	}
	return names
}

// noMemory is the part of an answer that adds nothing to the memory.
const noMemory = "<persistent_memory></persistent_memory>"

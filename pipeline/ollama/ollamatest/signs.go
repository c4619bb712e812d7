package ollamatest

import "fmt"

// Names of signs.
const (
	signRouter    = "router"
	signPlanner   = "planner"
	signSelection = "selection" // resolver, shortlist and final
	signGuidance  = "guidance"
	signDraft     = "draft"
	signMain      = "main" // or a node, or any session of OpenClaw
	signNode      = "node" // or a sub-agent
	signFinalizer = "finalizer"

	signCompaction = "compaction"
	signServing    = "serving"

	signNew      = "new_task"
	signContinue = "continue_task"
	signRevise   = "revise_task"
	signClose    = "close_task"
	signAbandon  = "abandon_task"
	signTeam     = "team"
	signLookUp   = "look up"
	signFollow   = "follow the skill"
	signDelegate = "delegate"
	signSky      = "the sky"
	signLastWord = "the last word"

	signHeartbeat   = "heartbeat"
	signResult      = "result"
	signToolResults = "tool results" // of a serving
)

// stageSigns are phrases of system messages, each of which only one stage has. The system message of a node has those
// of node and main, and so has that of OpenClaw's sub-agents; the finalizer's follows a conversation of main. In Agens'
// servings only the headings are the system's own.
func stageSigns() []sign {
	only := []int{inSystem}
	return []sign{
		{signRouter, []string{"Intent Agent"}, only},
		{signPlanner, []string{"execution mode"}, only},
		{signSelection, []string{"generic sub-agent node", "You select Beaver skills"}, only},
		{signGuidance, []string{"ephemeral guidance"}, only},
		{signDraft, []string{"skill drafts"}, only},
		{signMain, []string{"Tool Failure Guidance", "running inside OpenClaw"}, only},
		{signNode, []string{"delegated worker", "You are a sub-agent"}, only},
		{signFinalizer, []string{"tool budget is used up"}, nil},
		{signCompaction, []string{"You write the summary"}, only},
		{signServing, []string{"## Job Description", "## Node Objective"}, only},
	}
}

// wishSigns are phrases by which a user asks router, planner or main for something, in the message that is answered,
// and phrases of a node's objective for a serving.
func wishSigns() []sign {
	said, last, objective := []int{inSaid}, []int{inLast, inSaid}, []int{inSystem}
	return []sign{
		{signNew, []string{"plan", "Plan"}, said},
		{signContinue, []string{"go on", "Go on"}, said},
		{signRevise, []string{"instead", "Instead"}, said},
		{signClose, []string{"that is all", "That is all"}, said},
		{signAbandon, []string{"forget it", "Forget it"}, said},
		{signTeam, []string{"compare", "Compare"}, said},
		{signLookUp, []string{"look up", "Look up"}, last},
		{signFollow, []string{"follow the skill", "Follow the skill"}, last},
		{signDelegate, []string{"delegate", "Delegate"}, last},
		{signSky, []string{"the sky"}, objective},
		{signLastWord, []string{"the last word"}, objective},
	}
}

// tool is a tool that the model knows how to call, and the wish that makes it call it.
type tool struct{ name, arguments, wish string }

func tools() []tool {
	return []tool{
		{"search", `{"query": "what the user wants to know"}`, signLookUp},
		{"lookup_order", `{"id": 4711}`, signLookUp},
		{"get_weather", `{"city": "Lisbon"}`, signLookUp},
		{"read", `{"path": "~/skills/trip-planner/SKILL.md"}`, signFollow},
		{"sessions_spawn", `{"task": "Find out when the museums open."}`, signDelegate},
	}
}

// skillNames are the skills that the model chooses if they are candidates.
func skillNames() []string { return []string{"trip-planner", "order-tracking", "permit-desk"} }

// thingSigns are a prompt's contents other than words: the result of a tool, that of a serving's, a heartbeat's mark,
// offered tools, as Ollama writes them, and skills.
func thingSigns() []sign {
	signs := []sign{
		{signResult, []string{tokenResult}, nil},
		{signToolResults, []string{"## Tool Results"}, nil},
		{signHeartbeat, []string{"HEARTBEAT_OK"}, []int{inLast}},
	}
	for _, t := range tools() {
		signs = append(signs, sign{t.name, []string{fmt.Sprintf(`"name":%q`, t.name)}, nil})
	}
	for _, name := range skillNames() {
		signs = append(signs, sign{name, []string{name}, nil})
	}
	return signs
}

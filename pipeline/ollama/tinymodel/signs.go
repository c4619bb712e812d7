package tinymodel

import "fmt"

// Names of signs.
const (
	signRouter    = "router"
	signPlanner   = "planner"
	signSelection = "selection" // resolver, shortlist and final
	signGuidance  = "guidance"
	signDraft     = "draft"
	signMain      = "main" // or a node
	signNode      = "node"
	signFinalizer = "finalizer"

	signNew      = "new_task"
	signContinue = "continue_task"
	signRevise   = "revise_task"
	signClose    = "close_task"
	signAbandon  = "abandon_task"
	signTeam     = "team"
	signLookUp   = "look up"

	signResult = "result"
)

// stageSigns are phrases of system messages, each of which only one stage has. The system message of a node has those
// of node and main; the finalizer's stands behind a conversation of main.
func stageSigns() []sign {
	only := []int{inSystem}
	return []sign{
		{signRouter, []string{"Intent Agent"}, only},
		{signPlanner, []string{"execution mode"}, only},
		{signSelection, []string{"generic sub-agent node", "You select Beaver skills"}, only},
		{signGuidance, []string{"ephemeral guidance"}, only},
		{signDraft, []string{"skill drafts"}, only},
		{signMain, []string{"Tool Failure Guidance"}, only},
		{signNode, []string{"delegated worker"}, only},
		{signFinalizer, []string{"tool budget is used up"}, nil},
	}
}

// wishSigns are what a user can say to have something of router, planner or main, in the message that is answered.
func wishSigns() []sign {
	said, last := []int{inSaid}, []int{inLast, inSaid}
	return []sign{
		{signNew, []string{"plan", "Plan"}, said},
		{signContinue, []string{"go on", "Go on"}, said},
		{signRevise, []string{"instead", "Instead"}, said},
		{signClose, []string{"that is all", "That is all"}, said},
		{signAbandon, []string{"forget it", "Forget it"}, said},
		{signTeam, []string{"compare", "Compare"}, said},
		{signLookUp, []string{"look up", "Look up"}, last},
	}
}

// tool is a tool that the model knows how to call.
type tool struct{ name, arguments string }

func tools() []tool {
	return []tool{
		{"search", `{"query": "what the user wants to know"}`},
		{"lookup_order", `{"id": 4711}`},
		{"get_weather", `{"city": "Lisbon"}`},
	}
}

// skillNames are names of skills that the model chooses where they are candidates.
func skillNames() []string { return []string{"trip-planner", "order-tracking", "permit-desk"} }

// thingSigns are what a prompt holds beside words: the result of a tool, tools that it offers, as Ollama writes them,
// and skills.
func thingSigns() []sign {
	signs := []sign{{signResult, []string{tokenResult}, nil}}
	for _, t := range tools() {
		signs = append(signs, sign{t.name, []string{fmt.Sprintf(`"name":%q`, t.name)}, nil})
	}
	for _, name := range skillNames() {
		signs = append(signs, sign{name, []string{name}, nil})
	}
	return signs
}

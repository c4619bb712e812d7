package ollamatest

// Names of Alfred's signs.
const (
	signUnderstand = "understand"
	signThink      = "think"
	signAct        = "act"
	signQuick      = "act-quick"
	signReply      = "reply"
	signSummarize  = "summarize"

	signWrite     = "write step"
	signGenerate  = "generate step"
	signHasData   = "the step has results"
	signGenerated = "generated content"

	signInvent = "invent"
	signKeepIt = "keep it"
)

// alfredSigns are Alfred's stages and the types of its steps, by their system messages; phrases of the user; and other
// contents of the prompt of a step, or of the answer.
func alfredSigns() []sign {
	only, said := []int{inSystem}, []int{inSaid}
	return []sign{
		{signUnderstand, []string{"You manage what Alfred remembers"}, only},
		{signThink, []string{"You decide what happens next"}, only},
		{signAct, []string{"You carry out one step of a plan"}, only},
		{signQuick, []string{"Make the one database call"}, only},
		{signReply, []string{"Tell the user what came of the request"}, only},
		{signSummarize, []string{"Shorten one answer of Alfred"}, only},
		{signWrite, []string{"# Write step"}, only},
		{signGenerate, []string{"# Generate step"}, only},
		{signHasData, []string{"**This Step:**"}, nil},
		{signGenerated, []string{"## Generated Content (Full Data)"}, nil},
		{signInvent, []string{"invent", "Invent"}, said},
		{signKeepIt, []string{"keep it", "Keep it"}, said},
	}
}

// curry is the recipe that the model invents, as saved.
const curry = `{"name": "Pumpkin Curry", "cuisine": "thai", "servings": 2, ` +
	`"instructions": ["Fry the paste.", "Simmer the pumpkin for twenty minutes."]}`

// alfredAnswers are the answers of Alfred's stages. Without a wish it proposes something; it invents a recipe, saves
// it, or looks something up in one call; for a comparison it does not know enough.
func alfredAnswers() []answer {
	with := func(stage, also string, steps int, text string) answer {
		return answer{text, map[string]float64{stage: ofStage, also: above(steps)}}
	}
	return []answer{
		only(signUnderstand, `{"referenced_entities": [], "entity_curation": {"clear_all": false}}`),
		with(signUnderstand, signKeepIt, 2, `{"referenced_entities": ["gen_recipe_1"], "needs_clarification": false}`),
		with(signUnderstand, signLookUp, 3,
			`{"quick_mode": true, "quick_intent": "List the recipes", "quick_subdomain": "recipes"}`),

		only(signThink, `{"goal": "Find out what is wanted", "decision": "propose", `+
			`"proposal_message": "Shall I think of a curry with pumpkin?"}`),
		with(signThink, signInvent, 2, `{"goal": "A new curry for tonight", "decision": "plan_direct", "steps": [`+
			`{"description": "Compose a curry with pumpkin", "step_type": "generate", "subdomain": "recipes"}]}`),
		with(signThink, signKeepIt, 3, `{"goal": "The curry is in the recipes", "decision": "plan_direct", "steps": [`+
			`{"description": "Save gen_recipe_1", "step_type": "write", "subdomain": "recipes"}]}`),
		with(signThink, signTeam, 4, `{"goal": "Say which one is faster", "decision": "plan_direct", "steps": [`+
			`{"description": "Judge by the total time", "step_type": "analyze", "subdomain": "recipes"}]}`),

		only(signAct, `{"action": "blocked", "reason_code": "INSUFFICIENT_INFO", `+
			`"details": "The times of the two are not known.", "suggested_next": "ask_user"}`),
		with(signAct, signGenerate, 2, `{"action": "step_complete", "result_summary": "Generated: Pumpkin Curry", `+
			`"data": `+curry+`}`),
		with(signAct, signWrite, 2, `{"action": "tool_call", "tool": "db_create", "params": {"table": "recipes", `+
			`"data": `+curry+`}}`),
		with(signAct, signHasData, 4, `{"action": "step_complete", "result_summary": "The database has done it", `+
			`"note_for_next_step": "gen_recipe_1 is a row of its own"}`),
		only(signQuick, `{"tool": "db_read", "params": {"table": "recipes", "order_by": "name"}}`),

		only(signReply, "It is done, and this is all that there is to tell."),
		with(signReply, signGenerated, 2, "Here is a curry with pumpkin for two. Fry a spoon of red paste in a little "+
			"oil until it smells of lemon grass. Add half a pumpkin in cubes, a tin of coconut milk and as much "+
			"water, and let it simmer for twenty minutes until the cubes are soft. Season it with lime, fish sauce "+
			"and palm sugar, and serve it with jasmine rice and a handful of basil. It is not among your recipes "+
			"yet: shall I put it there, or would you rather have it milder?"),
		only(signSummarize, "Alfred gave a curry with pumpkin for two and offered to save it or to make it milder."),
	}
}

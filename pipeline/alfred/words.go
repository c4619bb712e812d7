package alfred

// pendingProposal is the type of a pending proposal.
const pendingProposal = "propose"

// The program's fixed texts for the user and for Reply.
const (
	apology      = "I'm sorry, something went wrong and I could not answer. Please try again."
	nothingToDo  = "I'm sorry, I could not find anything to do for that. Could you say it in other words?"
	wentWrong    = "I'm sorry, something went wrong: "
	missingQuick = "Missing quick mode fields"
	lookUpFailed = "The look-up could not be carried out."
	badParams    = "The query could not be made: its parameters are of the wrong form."
	stepFailed   = "The step could not be carried out."
	askMore      = "Could you tell me more about what you would like?"
)

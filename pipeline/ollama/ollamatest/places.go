package ollamatest

// Places of prompts, which marks divide: the system message, the conversation, its last message, and the part in which
// the prompts of router and planner, and of Alfred's Understand and Think, show the user's current message.
const (
	inSystem = iota
	inConversation
	inLast
	inSaid
)

// Tokens of the template of Stages.
const (
	tokenLast   = "<|last|>"   // begins the last message, if it is a user's or a tool's
	tokenTools  = "<|tools|>"  // begins the tools
	tokenResult = "<|result|>" // ends the last message, if it is a tool's
)

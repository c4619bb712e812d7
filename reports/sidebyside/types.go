package sidebyside

// MostConversations is how many conversations are shown with their answers unless all are asked for.
const MostConversations = 50

// Report compares the systems of a run. Its JSON is what `compare RUN --by system --format json` prints.
type Report struct {
	Run           string         `json:"run"`
	Systems       []System       `json:"systems"`       // in the order of the run
	Conversations []Conversation `json:"conversations"` // that at least two systems finished, in the order of the run
	Shared        int            `json:"shared"`        // of them, those that all systems finished: sums are over these
	More          int            `json:"more"`          // conversations whose turns are left out
}

// System is a system with the sums over the conversations that all systems finished.
type System struct {
	System string `json:"system"`
	Sums
	Faults []Fault `json:"faults"` // by name; none: the run broke no call of these conversations
}

// Sums are those of one conversation, or of several. Tokens are those that the provider reported, or estimates.
type Sums struct {
	Calls           int `json:"calls"`
	Depth           int `json:"depth"` // calls of which each depends on the one before: the longest chain of each turn
	PromptTokens    int `json:"prompt_tokens"`
	OutputTokens    int `json:"output_tokens"`
	EstimatedTokens int `json:"estimated_tokens"` // of both, those that are estimates
	PrefixTokens    int `json:"prefix_tokens"`    // of calls with an earlier one of their stage: estimated, of prompts
	KeptTokens      int `json:"kept_tokens"`      // of these, those with which the earlier prompt began, too
	Decisions       int `json:"decisions"`
	ByFallback      int `json:"by_fallback"` // decisions that a fallback made
}

// Fault is what became of the calls that were broken in one way. What a repair made of an answer does not count.
type Fault struct {
	Fault    string `json:"fault"`
	Broken   int    `json:"broken"`   // calls, each once for every policy that reads its answer
	FellBack int    `json:"fallback"` // of them, those for which the stage reported a fallback
	Right    int    `json:"right"`    // of them, those with a right outcome (result.Cell.Right)
}

// Conversation is a case of one file that at least two systems finished.
type Conversation struct {
	Case  string `json:"case"`
	File  string `json:"file"`
	By    []Ran  `json:"by"`    // systems that finished it
	Turns []Turn `json:"turns"` // empty: left out
}

// Ran is a conversation on one system.
type Ran struct {
	System string `json:"system"`
	Suite  string `json:"suite"`
	Sums
}

// Turn is the input of a turn with what each system answered.
type Turn struct {
	Turn    string   `json:"turn"`
	User    string   `json:"user"`
	Answers []Answer `json:"answers"`
}

// Answer is how a turn ended on a system.
type Answer struct {
	System string   `json:"system"`
	Status string   `json:"status"` // done, failed or waiting
	Texts  []string `json:"texts"`  // of the replies
}

// name tells a conversation: ids are unique within a suite only, so the file belongs to it.
type name struct{ file, id string }

// of tells a case of a suite.
type of struct{ suite, id string }

// by returns a conversation on a system; nil: it did not finish it.
func (c *Conversation) by(system string) *Ran {
	for i := range c.By {
		if c.By[i].System == system {
			return &c.By[i]
		}
	}
	return nil
}

// shares reports whether all systems finished a conversation.
func (r *Report) shares(c *Conversation) bool { return len(c.By) == len(r.Systems) }

func (s *Sums) add(o *Sums) {
	s.Calls, s.Depth = s.Calls+o.Calls, s.Depth+o.Depth
	s.PromptTokens, s.OutputTokens = s.PromptTokens+o.PromptTokens, s.OutputTokens+o.OutputTokens
	s.EstimatedTokens += o.EstimatedTokens
	s.PrefixTokens, s.KeptTokens = s.PrefixTokens+o.PrefixTokens, s.KeptTokens+o.KeptTokens
	s.Decisions, s.ByFallback = s.Decisions+o.Decisions, s.ByFallback+o.ByFallback
}

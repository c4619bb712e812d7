package trace

import "github.com/beaver-eval/beaver-eval/pipeline"

// Prefix is how much of the beginning of a prompt an earlier call of the same stage and case has sent too. The order is
// that in which providers cache: tools, then messages. Tokens are estimates.
type Prefix struct {
	Of     string // path of the call that shares most; empty: the first of its stage
	Prompt int    // bytes of the whole prompt
	Bytes  int    // of them shared, in whole characters
	Tokens int    // shared
	Most   int    // tokens that some earlier call of the stage has sent, wherever it stood: they could be shared
	Last   int    // tokens that would be shared if the section at which the prefix ends stood last
	Slot   int    // tokens shared with the call just before this one to the same model, of whatever stage
	Marked *int   // tokens that an earlier call has marked with cache_control; nil: this call marks nothing
	Before int    // tokens that the call Of has marked
	End    PrefixEnd
}

// PrefixEnd is the place at which a shared prefix ends.
type PrefixEnd struct {
	Why     string // one of the constants; empty: the first call of its stage
	Message int    // from 1; 0: not in a message
	Section string
	Source  pipeline.TextSource // the template around it, else what the text there is from
	Line    int                 // of the source's file; 0: unknown
	Text    pipeline.TextKind   // of what differs there
}

// Why a shared prefix ends.
const (
	EndGrew       = "end"        // one of the two prompts is the beginning of the other
	EndText       = "text"       // another text
	EndRole       = "role"       // another message: its role, name, id or fields
	EndTools      = "tools"      // another tool
	EndParameters = "parameters" // another model, or another schema of the answer
)

// Broken reports whether something has changed before the prompt's end.
func (p *Prefix) Broken() bool { return p.End.Why != "" && p.End.Why != EndGrew }

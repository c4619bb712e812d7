package faults

// AppVerdict is what a program did when a call went wrong.
type AppVerdict string

// The verdicts.
const (
	AsIntended    AppVerdict = "as intended"
	Retried       AppVerdict = "retried"
	Other         AppVerdict = "other"
	PassedOn      AppVerdict = "passed on"
	EmptyReply    AppVerdict = "empty reply"
	Crashed       AppVerdict = "program crashed"
	Hung          AppVerdict = "program hung"
	StillRetrying AppVerdict = "still retrying"
)

// Verdicts returns all verdicts, from good to bad.
func Verdicts() []AppVerdict {
	return []AppVerdict{AsIntended, Retried, Other, PassedOn, EmptyReply, StillRetrying, Hung, Crashed}
}

// Good reports whether the user got what was intended.
func (v AppVerdict) Good() bool { return v == AsIntended || v == Retried }

// Says returns the meaning of the verdict, in a sentence.
func (v AppVerdict) Says() string {
	switch v {
	case AsIntended:
		return "The same requests and replies followed, and the broken request was not sent again."
	case Retried:
		return "The broken request was sent again, and then everything was as intended."
	case Other:
		return "Other requests followed, or another reply, such as an apology."
	case PassedOn:
		return "The broken text reached the user."
	case EmptyReply:
		return "The program ended normally, but without a reply."
	case Crashed:
		return "The program ended with an exit code other than 0, or before its reply."
	case Hung:
		return "The program was still at work when its turn was over."
	}
	return "The program kept sending requests until it was ended."
}

// Metric returns the name in gates of the number of cells with the verdict: faults.crashed. It is empty for the
// verdicts that are as intended.
func (v AppVerdict) Metric() string {
	return map[AppVerdict]string{
		Other: "other", PassedOn: "passed_on", EmptyReply: "empty", Crashed: "crashed", Hung: "hung",
		StillRetrying: "retrying",
	}[v]
}

package result

// AppVerdict is what a program did when a call went wrong.
type AppVerdict string

// The verdicts on programs.
const (
	AppAsIntended    AppVerdict = "as intended"
	AppRetried       AppVerdict = "retried"
	AppOther         AppVerdict = "other"
	AppPassedOn      AppVerdict = "passed on"
	AppEmptyReply    AppVerdict = "empty reply"
	AppCrashed       AppVerdict = "program crashed"
	AppHung          AppVerdict = "program hung"
	AppStillRetrying AppVerdict = "still retrying"
)

// AppVerdicts returns all verdicts of programs, from good to bad.
func AppVerdicts() []AppVerdict {
	return []AppVerdict{
		AppAsIntended, AppRetried, AppOther, AppPassedOn, AppEmptyReply, AppStillRetrying, AppHung, AppCrashed,
	}
}

// Good reports whether the user got what was intended.
func (v AppVerdict) Good() bool { return v == AppAsIntended || v == AppRetried }

// Says returns the meaning of the verdict, in a sentence.
func (v AppVerdict) Says() string {
	switch v {
	case AppAsIntended:
		return "The same requests and replies followed, and the broken request was not sent again."
	case AppRetried:
		return "The broken request was sent again, and then everything was as intended."
	case AppOther:
		return "Other requests followed, or another reply, such as an apology."
	case AppPassedOn:
		return "The broken text reached the user."
	case AppEmptyReply:
		return "The program ended normally, but without a reply."
	case AppCrashed:
		return "The program ended with an exit code other than 0, or before its reply."
	case AppHung:
		return "The program was still at work when its turn was over."
	}
	return "The program kept sending requests until it was ended."
}

// Metric returns the name in gates of the number of cells with the verdict: faults.crashed. It is empty for the
// verdicts that are as intended.
func (v AppVerdict) Metric() string {
	return map[AppVerdict]string{
		AppOther: "other", AppPassedOn: "passed_on", AppEmptyReply: "empty", AppCrashed: "crashed", AppHung: "hung",
		AppStillRetrying: "retrying",
	}[v]
}

package program

// Config is a suite's description of its program: a command, or a service with the requests that it takes.
type Config struct {
	Command []string // one process per turn, per case or for all cases, see Keep
	Serve   []string // an HTTP service, one per case; then Post is set and Command is not. Arguments may use $PORT
	Post    *Post
	Reply   ReplyFrom
	Keep    Keep
	Env     map[string]string // values may use the variables of Setup.Vars and PATH and HOME, as $NAME or ${NAME}
}

// Post is the request that hands a service the text of a turn, as JSON.
type Post struct {
	URL string `json:"url" strict:"required"` // the URL on this machine; it uses $PORT, and may use variables
	// JSON in which $TEXT, $CASE and variables stand for strings, quotes included
	Body string `json:"body" strict:"required"`
	// a JSONPath to the one text of the answer that is the reply; empty: the whole answer is
	Reply string `json:"reply"`
}

// ReplyFrom is the standard output, its last line that is not blank, or the file that BEAVER_EVAL_REPLY names.
type ReplyFrom string

// Places of replies; the zero value is ReplyStdout.
const (
	ReplyStdout   ReplyFrom = "stdout"
	ReplyLastLine ReplyFrom = "last-line" // the last line of stdout that is not blank
	ReplyFile     ReplyFrom = "file"      // the file that $BEAVER_EVAL_REPLY names
)

// Keep says which turns share a process: none, those of a case, or all of the suite.
type Keep string

// Lifetimes of processes; the zero value is KeepTurn.
const (
	KeepTurn  Keep = "turn"
	KeepCase  Keep = "case"
	KeepSuite Keep = "suite"
)

// Variables that this package sets itself.
const (
	replyVariable = "BEAVER_EVAL_REPLY" // the path of the reply, with ReplyFile
	portVariable  = "PORT"              // of a service
)

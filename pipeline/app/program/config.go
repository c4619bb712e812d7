package program

// Config is what a suite says of its program: a command, or a service with the requests that it takes.
type Config struct {
	Command []string // a process a turn or a case, see Keep
	Serve   []string // an HTTP service, one a case; then Post is set and Command is not. Arguments may use $PORT
	Post    *Post
	Reply   ReplyFrom
	Keep    Keep
	Env     map[string]string // values may use the variables of Setup.Vars and PATH and HOME, as $NAME or ${NAME}
}

// Post is the request that hands a service the text of a turn, as JSON.
type Post struct {
	URL   string `json:"url" strict:"required"`  // on loopback; uses $PORT, and may use variables
	Body  string `json:"body" strict:"required"` // JSON in which $TEXT, $CASE and variables stand for strings, quotes included
	Reply string `json:"reply"`                  // JSONPath to the one text of the answer that is the reply; empty: the answer is
}

// ReplyFrom says where a process of one turn leaves its reply.
type ReplyFrom string

// Where replies are; the zero value is ReplyStdout.
const (
	ReplyStdout   ReplyFrom = "stdout"
	ReplyLastLine ReplyFrom = "last-line" // of stdout, that is not blank
	ReplyFile     ReplyFrom = "file"      // that $BEAVER_EVAL_REPLY names
)

// Keep says how long a process of a command lasts.
type Keep string

// How long processes last; the zero value is KeepTurn.
const (
	KeepTurn Keep = "turn"
	KeepCase Keep = "case"
)

// Variables that this package sets itself.
const (
	replyVariable = "BEAVER_EVAL_REPLY" // the path of the reply, with ReplyFile
	portVariable  = "PORT"              // of a service
)

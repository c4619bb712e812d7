package initialize

import (
	"fmt"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// way is a way to hand a program what the user says.
type way struct {
	words  string // for people
	why    string // as a comment of the suite
	config program.Config
}

// How long the first request may take to come: of any program, and of one that is compiled first.
const (
	firstLimit   = 15 * time.Second
	compileLimit = 90 * time.Second
)

// limit is how long the first request may take to come.
func (w way) limit() time.Duration {
	words := slices.Concat(w.config.Command, w.config.Serve)
	if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(compilers(), word) }) {
		return compileLimit
	}
	return firstLimit
}

// compilers are programs that compile another one before they start it.
func compilers() []string { return []string{"go", "cargo", "make", "mvn", "gradle", "dotnet"} }

func byTurn(command []string) way {
	return way{
		words: "a process for each turn, the text on standard input",
		why: "A process for each turn, started in the project's folder. It gets what the user says on standard " +
			"input.",
		config: program.Config{Command: command},
	}
}

func byCase(command []string) way {
	return way{
		words: "a process for each case, JSON lines",
		why: `A process for each case. A turn is a line of JSON, {"turn":1,"text":"…"} in and {"reply":"…"} ` +
			"out.",
		config: program.Config{Command: command, Keep: program.KeepCase},
	}
}

// byArgument passes the text as the last argument, through a shell.
func byArgument(command []string) way {
	return way{
		words: "a process for each turn, the text as its last argument",
		why:   "A process for each turn. The shell passes what the user says as its last argument.",
		config: program.Config{
			Command: slices.Concat([]string{"sh", "-c", `exec "$@" "$(cat)"`, "sh"}, command),
		},
	}
}

func byPost(command []string, path, key string) way {
	return way{
		words: fmt.Sprintf(`an HTTP service, POST %s {"%s": …}`, path, key),
		why:   "An HTTP service on the port in $PORT, started for each case.",
		config: program.Config{
			Serve: command,
			Post:  &program.Post{URL: "http://127.0.0.1:$PORT" + path, Body: `{"` + key + `": $TEXT}`},
		},
	}
}

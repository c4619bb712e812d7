package initialize

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// suite returns the suite of an application as trying it has shown it.
func suite(o *outcome, stages []*kind) string {
	limit := "30s"
	if o.way.limit() > firstLimit {
		limit = "2m"
	}
	return text("app-suite.yaml", "start", o.way.block(), "limit", limit, "stages", rules(stages),
		"otherwise", answers(stages))
}

// answers returns the lines of what a model says where no case has an answer.
func answers(stages []*kind) string {
	var lines []string
	if len(stages) == 0 || stages[len(stages)-1].key != "" { // requests of other kinds are of the stage chat
		lines = append(lines, "  chat: Noted.")
	}
	for _, k := range stages {
		lines = append(lines, "  "+k.name+": "+k.answer().yaml("Noted."))
		if k.answer().unknown {
			lines = append(lines, "  # no schema says what the JSON above has to be: write what the program expects")
		}
	}
	return strings.Join(lines, "\n")
}

// rules returns the lines of the suite that name its stages.
func rules(stages []*kind) string {
	if len(stages) == 0 || len(stages) == 1 && !stages[0].together {
		return "  # Names for requests, the first that fits; all others are called chat:\n" +
			"  # stages: [{name: router, when: {system: \"^You are a router\"}}]\n"
	}
	var b strings.Builder
	b.WriteString("  # Names for requests, the first rule that fits, as seen when the program was tried. Rules\n" +
		"  # look at what an edit of a prompt seldom touches. together: the order of arrival means nothing.\n" +
		"  stages:\n")
	for _, k := range stages {
		when, together := "", ""
		if k.key != "" {
			when = fmt.Sprintf(", when: {%s: %s}", k.key, quoted(k.match))
		}
		if k.together {
			together = ", together: true"
		}
		fmt.Fprintf(&b, "    - {name: %s%s%s}  # %s\n", k.name, when, together, k.reason())
	}
	return b.String()
}

// firstCase returns the case: what the user says, and the answers in words.
func firstCase(stages []*kind) string {
	var answers []string
	for _, k := range stages {
		if a := k.answer(); a.json == nil && a.tool == nil {
			answers = append(answers, k.name+": "+quoted(modelText))
		}
	}
	line := "    # answers: {chat: " + modelText + "}"
	if len(answers) > 0 {
		line = "    answers: {" + strings.Join(answers, ", ") + "}"
	}
	return text("app-case.yaml", "user", userText, "answers", line)
}

// block returns the lines of the suite that start the application.
func (s start) block() string {
	if len(s.command) == 0 {
		return importers.ToFillIn
	}
	return byTurn(s.command).block()
}

func (w way) block() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  # %s\n", w.why)
	c := w.config
	if c.Serve != nil {
		fmt.Fprintf(&b, "  serve: %s\n  post:\n    url: %s\n    body: '%s'\n", list(c.Serve), c.Post.URL, c.Post.Body)
		if c.Post.Reply != "" {
			fmt.Fprintf(&b, "    reply: %s\n", quoted(c.Post.Reply))
		}
		return b.String()
	}
	fmt.Fprintf(&b, "  command: %s\n", list(c.Command))
	if c.Keep == program.KeepCase {
		b.WriteString("  keep: case\n")
		return b.String()
	}
	b.WriteString("  # stdout: what it prints is its reply. last-line: the last line alone. file: the file that " +
		"$BEAVER_EVAL_REPLY names.\n  reply: stdout\n")
	return b.String()
}

// steps returns the steps of a CI job that set up the language.
func (l language) steps() string {
	switch l {
	case python:
		return `
      - uses: actions/setup-python@v6
        with:
          python-version: '3.x'
      - run: if [ -e requirements.txt ]; then pip install -r requirements.txt; fi
`
	case node:
		return `
      - uses: actions/setup-node@v6
        with:
          node-version: 22
      - run: if [ -e package-lock.json ]; then npm ci; elif [ -e package.json ]; then npm install; fi
`
	}
	return ""
}

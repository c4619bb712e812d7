package initialize

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// suite returns the suite of an application whose block begins with these lines.
func (s start) suite(block string) string { return text("app-suite.yaml", "start", block) }

// block returns the lines of the suite that start the application.
func (s start) block() string {
	if len(s.command) == 0 {
		return importers.ToFillIn
	}
	words := make([]string, len(s.command))
	for i, word := range s.command {
		words[i] = string(jsonvalue.AppendString(nil, word)) // JSON is YAML
	}
	return fmt.Sprintf("  # A process for each turn, started in the project's folder: %s. It gets what the user "+
		"says on\n  # standard input. An HTTP service has serve: and post: in place of it.\n"+
		"  command: [%s]\n", s.file, strings.Join(words, ", "))
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

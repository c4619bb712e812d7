package run

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Explained returns the lines that help with an error of a case: how to answer a call, or where a system broke.
func Explained(err error) string {
	text := ""
	if miss, ok := errors.AsType[*runner.UnansweredError](err); ok {
		text = explainMiss(miss)
	}
	if p, ok := errors.AsType[*pipeline.PanicError](err); ok {
		text += string(p.Stack)
	}
	return text
}

// explainMiss says how to fix a miss: the lines to paste, and how the request differs from the nearest recording.
func explainMiss(miss *runner.UnansweredError) string {
	var b strings.Builder
	if miss.Want != nil {
		fmt.Fprintf(&b, "compared with the recording of %s:\n", printable.Line(miss.Nearest))
		for _, c := range goldens.Compare(oneCall(miss.Path, *miss.Want), oneCall(miss.Path, miss.Got)) {
			b.WriteString(c.WordText())
		}
		b.WriteString(settings(*miss.Want, miss.Got))
	}
	place, _, _ := strings.Cut(miss.Path, "/")
	where := "under " + place
	if n, ok := strings.CutPrefix(place, "turn-"); ok {
		where = "in turn " + n
	}
	at := fmt.Sprintf("%s:%d, %s", miss.File, miss.Line, where)
	if miss.File == fixtures.ImplicitFile {
		at = "the test's begin, or to the suite under `otherwise:`" // and no server answers tests
	} else {
		b.WriteString(asks(miss))
	}
	fmt.Fprintf(&b, "to answer it by hand, add to %s:\n", at)
	if answer := fixtures.AnswerText(miss.Example); path.Ext(miss.File) == ".jsonl" {
		fmt.Fprintf(&b, "  \"answers\": {%s: %s}\n", jsonvalue.AppendString(nil, miss.Key), answer)
	} else {
		fmt.Fprintf(&b, "  answers:\n    %s: %s\n", miss.Key, answer)
	}
	return b.String()
}

// asks says how to get the answer from a server.
func asks(miss *runner.UnansweredError) string {
	if miss.Suite == "" {
		return "`beaver-eval record --missing` asks a server\n"
	}
	const text = "`beaver-eval record --suite %s --upstream %s=URL` asks the provider at URL\n"
	return fmt.Sprintf(text, printable.Line(miss.Suite), cmp.Or(miss.Provider, pipeline.SourceOpenAI))
}

// settings lists differences of requests other than messages.
func settings(want, got pipeline.Request) string {
	var b strings.Builder
	for _, s := range []struct {
		name     string
		old, new any
	}{
		{"model", model.ModelName(want.Model), model.ModelName(got.Model)}, {"options", want.Options, got.Options},
		{"think", want.Think, got.Think},
	} {
		was, errOld := jsonvalue.Marshal(s.old)
		is, errNew := jsonvalue.Marshal(s.new)
		if errOld == nil && errNew == nil && string(was) != string(is) {
			fmt.Fprintf(&b, "%s:\n-%s\n+%s\n", s.name, printable.Line(string(was)), printable.Line(string(is)))
		}
	}
	return b.String()
}

// oneCall returns a request as a golden of its own. Recordings know no sections: both sides are compared by content.
func oneCall(path string, req pipeline.Request) *goldens.File {
	var ms []pipeline.Message
	for _, m := range req.Messages {
		text := m.Content()
		m.Sections = []pipeline.Section{{Name: "content", Text: text}}
		ms = append(ms, m)
	}
	return &goldens.File{Calls: []goldens.Call{{Path: path, Stage: req.Stage, Messages: ms, Tools: req.Tools,
		Format: req.Format}}}
}

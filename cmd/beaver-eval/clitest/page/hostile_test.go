package page_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

const (
	// markup is what a browser would make something of, were it ever taken for more than text. begins is what no form,
	// such as JSON, writes in another way.
	begins = "</template></script><script>ran=1</script><img src=x onerror=ran=1>"
	markup = begins + `<svg/onload='ran=1' x="">` +
		`<!--]]>&lt;"'` + "`" + `${ran=1}{{ran=1}} javascript:ran=1//#/a/..%2F%zz?q=1&r`
	// unseen are characters that hide, and bytes that are none: bidi, NUL, a lone surrogate, half a character.
	unseen = "\u202etxt.exe\u202c\x00\x1b[31m\u2028\u200b\xed\xa0\x80\xff"
	// unseenShown is what the page shows of them.
	unseenShown = `\u202etxt.exe\u202c\u0000\u001b[31m\u2028\u200b`
)

// hostile makes texts that say of which field they are and then try everything.
type hostile struct{ fields []string }

func (h *hostile) text(field string) string {
	h.fields = append(h.fields, field)
	return "{" + field + "} " + markup + unseen
}

// shown is the part of a text of a field that is shown as it is.
func (*hostile) shown(field string) string { return "{" + field + "} " + begins }

// fill gives each empty text below v, which is addressable, a hostile one. What can only have one of a few values, and
// what is no text, stays as it is.
func (h *hostile) fill(v reflect.Value, field string) {
	switch {
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		if v.Len() > 0 {
			return
		}
		var text bytes.Buffer
		form := json.NewEncoder(&text)
		form.SetEscapeHTML(false)
		_ = form.Encode(map[string]string{"k": h.text(field)}) // a text always has a form
		v.SetBytes(bytes.TrimSpace(text.Bytes()))
	case v.Type() == reflect.TypeFor[string]():
		if v.Len() == 0 {
			v.SetString(h.text(field))
		}
	case v.Type() == reflect.TypeFor[error]():
		v.Set(reflect.ValueOf(errors.New(h.text(field))))
	case v.Type() == reflect.TypeFor[time.Time]():
	case v.Kind() == reflect.Pointer && !v.IsNil():
		h.fill(v.Elem(), field)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				h.fill(v.Field(i), strings.TrimPrefix(field+"."+f.Name, "."))
			}
		}
	case v.Kind() == reflect.Slice:
		if v.Len() == 0 && v.Type().Elem().Kind() == reflect.String {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		}
		for i := range v.Len() {
			h.fill(v.Index(i), field)
		}
	}
}

// hostileRun returns a run of one failed case whose every text is hostile.
func hostileRun() (*hostile, stored.Info, *result.Result) {
	h := &hostile{}
	const path = "turn-1/main"
	message := func(section, text string) pipeline.Message {
		source := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: h.text("source.Name"),
			Define: h.text("source.Define"), Path: h.text("source.Path")}
		m := pipeline.Message{Role: pipeline.RoleSystem, Sections: []pipeline.Section{
			pipeline.NewSection(section, source.Of(text))}, ToolCalls: []pipeline.ToolCall{{}}}
		h.fill(reflect.ValueOf(&m).Elem(), "message")
		return m
	}
	section := strings.ToValidUTF8(h.text("section"), "")
	before, after := message(section, strings.ToValidUTF8(h.text("golden"), "")+"\nsame\nold"),
		message(section, strings.ToValidUTF8(h.text("sent"), "")+"\nsame\nnew")
	golden := func(m pipeline.Message) *goldens.File {
		return &goldens.File{Calls: []goldens.Call{{Path: path, Stage: "main", Messages: []pipeline.Message{m}}}}
	}
	call := func(at string, failure *pipeline.Failure) trace.Step {
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: at, Try: 1, Depth: 1},
			Call: &trace.Call{Path: at, Request: pipeline.Request{Messages: []pipeline.Message{after},
				Tools: []pipeline.Tool{{}}}, Response: pipeline.Response{ToolCalls: []pipeline.ToolCall{{}}},
				Failure: failure, Fallbacks: []pipeline.Fallback{{}}, Tokens: trace.Tokens{Prompt: 1200, Output: 30}}}
	}
	used := &pipeline.ToolUse{Call: pipeline.ToolCall{ID: "c-1"}, Said: &pipeline.ToolCall{}}
	r := &result.Result{Line: 3, Tags: []string{h.text("Tags"), "another"}, Status: result.StatusFailed, Compared: true,
		Errors: []error{nil},
		Scores: []score.Score{{Turn: "turn-1", Path: path, Unit: score.Share, Expected: true, Required: true}},
		Trace: &trace.Trace{
			Steps: []trace.Step{
				call(path, nil),
				{Entry: pipeline.Entry{Kind: pipeline.EntryTool, Path: path + "/tool-1", Tool: used}},
				call("turn-1/down", &pipeline.Failure{Reason: pipeline.Timeout}),
				{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: path, Fallback: &pipeline.Fallback{}}},
				{Entry: pipeline.Entry{Kind: pipeline.EntryRejected, Path: path, Failure: &pipeline.Failure{}}},
				{Entry: pipeline.Entry{Kind: pipeline.EntryEvent, Path: "turn-1"}},
			},
			Inputs: []trace.Input{{Place: "turn-1", Kind: pipeline.UserMessage}},
			Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: pipeline.StatusDone,
				Replies: []pipeline.Reply{{}}, State: map[string]string{"k": h.text("state")}}}},
		},
		Changes: []result.Change{
			{Status: result.Changed, Path: path, Golden: &pipeline.Request{Messages: []pipeline.Message{before}}},
			{Status: result.Missing, Path: "turn-1/gone"}},
		Edits: edit.Compare(golden(before), golden(after), nil),
		Cells: []result.Cell{{Path: path, Verdict: result.VerdictSilentDamage}},
		Forms: []result.FormChange{{Status: result.Changed}},
	}
	for i := range r.Edits {
		r.Edits[i].Moves = edit.Moves{Calls: 1, Bytes: 40, Tokens: 10, Money: 0.001}
	}
	h.fill(reflect.ValueOf(r).Elem(), "")
	info := stored.Info{Exit: 1, Seconds: 1, Gates: []metric.Verdict{{}},
		Suites: []stored.SuiteMeasures{{Suite: r.Suite}}, Models: []stored.Model{{}}}
	info.Comparison = h.comparison()
	h.fill(reflect.ValueOf(&info).Elem(), "info")
	return h, info, r
}

// comparison returns a comparison of two runs.
func (h *hostile) comparison() json.RawMessage {
	low, high := -0.5, 0.25
	c := comparison.Comparison{A: comparison.Run{Models: []stored.Model{{}}}, B: comparison.Run{}, Pairs: 10, Groups: 2,
		LeftOut: []comparison.LeftOut{{Cases: 1}}, Rows: []comparison.Row{{Primary: true, Low: &low, High: &high,
			Pairs: 10, OnlyA: 1, OnlyB: 2, P: 0.5}}, Ratios: []comparison.Ratio{{A: 1, B: 2, Ratio: 2, Cases: 3}},
		Turned: []comparison.Turned{{}}, Gates: []metric.Verdict{{}}}
	h.fill(reflect.ValueOf(&c).Elem(), "comparison")
	text, _ := json.Marshal(c) // has nothing without a form
	return text
}

// notShown are the fields whose texts a page does not show: those that a run does not keep, those that repeat others,
// and what only the tables have.
var notShown = regexp.MustCompile(`^(` + strings.Join([]string{
	`message\.(ToolCalls\.ID|ToolCallID|Fields|Source\..*)`, `source\.Name`, // it has a path
	`Group`, `Golden`, `CaseForms`, `Unmerged`, `Pending`, `Forms\..*`, `Scores\.(Facet|Reason|Others|Provenance)`,
	`Trace\.(Suite|Case)`, `Trace\.Steps\.Entry\.(Err|Fallback\.Stage|Tool\.Said\..*)`,
	`Trace\.Steps\.Call\.Request\.(Stage|Variant|Leaf|Path|Model|Options\.Stop)`,
	`Trace\.Steps\.Call\.Response\.(ToolCalls\.ID|Blocks|Origin\..*)`,
	`Changes\.(Parts|Text)`, `Changes\.Golden\.(Stage|Variant|Leaf|Path|Model|Options\.Stop)`,
	`Edits\.(Tool|Was|Before|After|Hunks\.(Above|Below))`, `Cells\.(Class|Waited)`,
	`info\.(Name|Go|Models\..*|Gates\.(Measure|Baseline))`,
	`comparison\.(A\.Models\..*|Verdict|Gates\.(Suite|Measure|First|Basis|Baseline))`,
}, "|") + `)$`)

// isInert: texts from a run, whatever they are, are shown and nothing else.
func isInert(t *testing.T, b browser) {
	h, info, r := hostileRun()
	p := project{t, t.TempDir()}
	p.write("beaver-eval.yaml", "")
	run := storedtest.Record(t, filepath.Join(p.dir, "reports"), info, r)
	page := b.open(t, p.page(run.Name))
	views := page.crawl(20)
	var all strings.Builder
	for link, v := range views {
		fmt.Fprintln(&all, link, v.Text)
	}
	if eval[bool](page, `typeof ran !== "undefined"`) {
		t.Error("a text has run as a script")
	}
	if !strings.Contains(all.String(), unseenShown) {
		t.Errorf("characters that cannot be seen are not shown as %s", unseenShown)
	}
	if n := eval[int](page, `document.querySelectorAll("img, svg, iframe, object, script ~ script").length`); n > 0 {
		t.Errorf("%d elements come from texts", n)
	}
	for _, field := range h.fields {
		if !notShown.MatchString(field) && !strings.Contains(all.String(), h.shown(field)) {
			t.Errorf("%s is not shown, or not as it is", field)
		}
	}
}

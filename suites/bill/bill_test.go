package bill_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// flat returns the parts of a request that are shared as a whole, then what may be shared in part: role and text.
func flat(req *pipeline.Request) (parts []string, isText []bool) {
	for _, t := range req.Tools {
		parts, isText = append(parts, t.Name+t.Description+string(t.Parameters)), append(isText, false)
	}
	for _, m := range req.Messages {
		parts, isText = append(parts, m.Role+"\x00"+m.Content()), append(isText, true)
		for _, c := range m.ToolCalls {
			parts, isText = append(parts, c.ID+"\x00"+c.Name+c.Arguments), append(isText, false)
		}
	}
	return parts, isText
}

// sharedBytes counts what b has of a's beginning, part by part, without regard to speed.
func sharedBytes(a, b *pipeline.Request) int {
	n := 0
	x, isText := flat(a)
	y, _ := flat(b)
	for i := range min(len(x), len(y)) {
		_, text, has := strings.Cut(x[i], "\x00")
		if !has {
			text = x[i]
		}
		if x[i] == y[i] {
			n += len(text)
			continue
		}
		role, before, _ := strings.Cut(y[i], "\x00")
		if isText[i] && strings.HasPrefix(x[i], role+"\x00") {
			for j, r := range text {
				if end := j + len(string(r)); !strings.HasPrefix(before, text[:end]) {
					break
				}
				n += len(string(r))
			}
		}
		break
	}
	return n
}

// The call that shares most is found, with all that it shares, however the texts are divided into sections.
func TestMostIsShared(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("aàb鲍")), 0, 6, -1)
	message := rapid.Custom(func(t *rapid.T) pipeline.Message {
		m := pipeline.Message{Role: rapid.SampledFrom([]string{"user", "system"}).Draw(t, "role")}
		for _, s := range rapid.SliceOfN(text, 0, 3).Draw(t, "sections") {
			m.Sections = append(m.Sections, pipeline.Section{Name: "s", Text: s})
		}
		for _, id := range rapid.SliceOfN(rapid.SampledFrom([]string{"1", "2"}), 0, 1).Draw(t, "calls") {
			m.ToolCalls = append(m.ToolCalls, pipeline.ToolCall{ID: id, Name: "t", Arguments: "{}"})
		}
		return m
	})
	requests := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.Request {
		req := pipeline.Request{
			Stage:    rapid.SampledFrom([]string{"main", "main", "router"}).Draw(t, "stage"),
			Messages: rapid.SliceOfN(message, 0, 4).Draw(t, "messages"),
		}
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y"}), 0, 2).Draw(t, "tools") {
			req.Tools = append(req.Tools, pipeline.Tool{Name: name})
		}
		return req
	}), 1, 12)
	rapid.Check(t, func(t *rapid.T) {
		all := requests.Draw(t, "requests")
		c := bill.New()
		for i := range all {
			all[i].Path = string(rune('a' + i))
			got := c.Add(&all[i])
			want, of := 0, false
			for j := range all[:i] {
				if all[j].Stage != all[i].Stage {
					continue
				}
				n := sharedBytes(&all[i], &all[j])
				want = max(want, n)
				of = of || all[j].Path == got.Of && n == got.Bytes
			}
			if got.Bytes != want || got.Of != "" && !of {
				t.Fatalf("call %d shares %d bytes with %s, want %d", i, got.Bytes, got.Of, want)
			}
			if got.Most < got.Tokens || got.Last < got.Tokens {
				t.Fatalf("call %d: %+v", i, got)
			}
		}
	})
}

// The place at which a prompt goes on otherwise is that of the template which prints the text there.
func TestEnd(t *testing.T) {
	source := func(define string) pipeline.TextSource {
		return pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "main.tmpl", Define: define}
	}
	request := func(path, clock, question string) *pipeline.Request {
		status := pipeline.JoinPieces(source("Status").At("Status\nIt is ", 3),
			pipeline.TextSource{Kind: pipeline.TextCode}.Of(clock), source("Status").At(".\n", 4))
		return &pipeline.Request{Path: path, Stage: "main", Messages: []pipeline.Message{{
			Role: "system", Sections: []pipeline.Section{
				pipeline.NewSection("Status", status),
				pipeline.NewSection("Rules", source("Rules").At(strings.Repeat("rule", 50), 9)),
			},
		}, {
			Role: "user", Sections: []pipeline.Section{
				pipeline.NewSection("User", pipeline.CaseText("turns[0].user").Of(question)),
			},
		}}}
	}
	c := bill.New()
	if first := c.Add(request("main-1", "9:00", "Hi")); first.Of != "" || first.End != (trace.PrefixEnd{}) {
		t.Errorf("the first call has no earlier one: %+v", first)
	}
	got := c.Add(request("main-2", "9:05", "Hi"))
	want := trace.PrefixEnd{Why: trace.EndText, Message: 1, Section: "Status", Source: source("Status"), Line: 4,
		Text: pipeline.TextCode}
	if got.End != want || got.Bytes != len("Status\nIt is 9:0") || got.Of != "main-1" {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	// the rules, the full stop and the words of the user too
	if got.Tokens != 4 || got.Last != 51 || got.Most != 4+1+50+1 {
		t.Errorf("tokens %d, moved to the end %d, at most %d", got.Tokens, got.Last, got.Most)
	}
	got = c.Add(request("main-3", "9:05", "And now?"))
	if got.Of != "main-2" || got.End.Section != "User" || got.End.Text != pipeline.TextCase || got.Last != got.Tokens {
		t.Errorf("the user's words are new by nature: %+v", got)
	}
}

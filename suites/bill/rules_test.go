package bill_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/bill"
)

// words returns a text of so many tokens that differs from those of other letters.
func words(letter string, tokens int) string { return strings.Repeat(letter, 4*tokens) }

// change changes a request of the pairs below.
type change func(*pipeline.Request)

// request returns a request with changes.
func request(changes ...change) *pipeline.Request {
	req := &pipeline.Request{Stage: "main", Model: "m"}
	for _, c := range changes {
		c(req)
	}
	return req
}

// say appends a message whose blocks are the texts; a text after "!" is marked with cache_control.
func say(role string, blocks ...string) change {
	return func(req *pipeline.Request) {
		m := pipeline.Message{Role: role}
		var fields []string
		for _, text := range blocks {
			rest, marked := strings.CutPrefix(text, "!")
			m.Sections = append(m.Sections, pipeline.Section{Name: "Content", Text: rest})
			if fields = append(fields, `{}`); marked {
				fields[len(fields)-1] = `{"cache_control":{"type":"ephemeral"}}`
			}
		}
		if content := strings.Join(fields, ","); strings.Contains(content, "cache") {
			m.Fields = json.RawMessage(`{"content":[` + content + `]}`)
		}
		req.Messages = append(req.Messages, m)
	}
}

func tool(name string, tokens int) change {
	return func(req *pipeline.Request) {
		req.Tools = append(req.Tools, pipeline.Tool{Name: name, Description: words("d", tokens-1)})
	}
}

func with(set func(*pipeline.Request)) change { return set }

func model(name string) change { return with(func(req *pipeline.Request) { req.Model = name }) }
func stage(name string) change { return with(func(req *pipeline.Request) { req.Stage = name }) }
func schema(text string) change {
	return with(func(req *pipeline.Request) { req.Format = json.RawMessage(text) })
}
func parameters(text string) change {
	return with(func(req *pipeline.Request) { req.Parameters = json.RawMessage(text) })
}

// sent returns requests in their order.
func sent(all ...*pipeline.Request) []*pipeline.Request { return all }

// both returns a request with and without one more change at its end.
func both(more change, changes ...change) []*pipeline.Request {
	return sent(request(changes...), request(append(changes, more)...))
}

// turns returns so many pairs of messages of ten tokens.
func turns(n int) change {
	return func(req *pipeline.Request) {
		for i := range n {
			say("user", fmt.Sprintf("%-40d", i))(req)
			say("assistant", fmt.Sprintf("%-40d", i))(req)
		}
	}
}

// vector is a list of requests, and what the cache keeps of the last one.
type vector struct {
	name string
	sent []*pipeline.Request
	want int    // tokens
	why  string // the prefix of the last one ends
}

// pairs are made by hand, from the pages that docs/providers-cache.md names.
func pairs() map[string][]vector {
	long, other := words("l", 1500), words("o", 1500)
	automatic := `{"cache_control":{"type":"ephemeral"},"model":"m"}`
	return map[string][]vector{
		"none": {
			{"the same", both(with(func(*pipeline.Request) {}), say("user", "abcd")), 1, "end"},
			{"it grew", both(say("user", words("b", 9)), say("user", words("a", 7))), 7, "end"},
			{"a message goes on", sent(request(say("user", words("a", 7))),
				request(say("user", words("a", 9)))), 7, "end"},
			{"it shrank", sent(request(say("user", words("a", 9))), request(say("user", words("a", 7)))), 7, "end"},
			{"a clock first", sent(request(say("system", "9:00"+long)),
				request(say("system", "9:05"+long))), 1, "text"},
			{"a clock last", sent(request(say("system", long+"9:00")),
				request(say("system", long+"9:05"))), 1501, "text"},
			{"another role", sent(request(say("system", long), say("user", "abcd")),
				request(say("system", long), say("assistant", "abcd"))), 1500, "role"},
			{"another tool", sent(request(tool("a", 9), say("system", long)),
				request(tool("b", 9), say("system", long))), 0, "tools"},
			{"one more tool", sent(request(tool("a", 9), say("system", long)),
				request(tool("a", 9), tool("b", 9), say("system", long))), 9, "tools"},
			{"another model", sent(request(say("user", long)),
				request(model("n"), say("user", long))), 0, "parameters"},
			{"other sections, the same text", sent(request(say("user", "abcd", "efgh")),
				request(say("user", "abcdefgh"))), 2, "end"},
			{"half of a character", sent(request(say("user", "abcd鲍")), request(say("user", "abcd鲎"))), 1, "text"},
		},
		"openai": {
			{"in steps of 128", both(with(func(*pipeline.Request) {}), say("user", words("a", 2000))), 1920, "end"},
			{"too short", both(say("user", "new"), say("user", words("a", 1023))), 0, "end"},
			{"just long enough", both(say("user", "new"), say("user", words("a", 1024))), 1024, "end"},
			{"before the next step", both(say("user", "new"), say("user", words("a", 1151))), 1024, "end"},
			{"the next step", both(say("user", "new"), say("user", words("a", 1152))), 1152, "end"},
			{"it grew", both(say("user", "new"),
				say("system", words("a", 1100)), say("user", words("b", 300))), 1280, "end"},
			{"a clock first", sent(request(say("system", "9:00"+long)),
				request(say("system", "9:05"+long))), 0, "text"},
			{"a clock behind", sent(request(say("system", long+"9:00")),
				request(say("system", long+"9:05"))), 1408, "text"},
			{"another tool", sent(request(tool("a", 1200), say("system", long)),
				request(tool("b", 1200), say("system", long))), 0, "tools"},
			{"one more tool keeps those before", sent(request(tool("a", 1200), say("system", long)),
				request(tool("a", 1200), tool("b", 9), say("system", long))), 1152, "tools"},
			{"another schema stands before the system message", sent(request(schema(`{"a":1}`), say("system", long)),
				request(schema(`{"b":1}`), say("system", long))), 0, "parameters"},
			{"cache_control means nothing", sent(request(say("system", "!"+long), say("user", "a")),
				request(say("system", long), say("user", "b"))), 1408, "text"},
		},
		"anthropic": {
			{"nothing is marked", both(say("user", "new"), say("system", long)), 0, "end"},
			{"a change behind the mark breaks nothing", sent(request(say("system", "!"+long), say("user", "abcd")),
				request(say("system", "!"+long), say("user", "efgh"))), 1500, "text"},
			{"nor does one in the same message", sent(request(say("system", "!"+long, "9:00")),
				request(say("system", "!"+long, "9:05"))), 1500, "text"},
			{"nor does a block more in it", sent(request(say("system", "!"+long)),
				request(say("system", "!"+long, "abcd"))), 1500, "end"},
			{"a change before the mark breaks all", sent(request(say("system", "9:00", "!"+long)),
				request(say("system", "9:05", "!"+long))), 0, "text"},
			{"part of a marked block is not kept: it breaks", sent(request(say("system", "!"+long+"9:00")),
				request(say("system", "!"+long+"9:05"))), 0, "text"},
			{"only the earlier call marks", sent(request(say("system", "!"+long)),
				request(say("system", long))), 0, "end"},
			{"the mark moves on", sent(request(say("system", long), say("user", "!abcd")),
				request(say("system", long), say("user", "abcd"), say("assistant", "b"), say("user", "!c"))),
				1501, "end"},
			{"the mark is 20 blocks further", sent(request(say("system", "!"+long)),
				request(say("system", long), turns(9), say("user", "!c"))), 1500, "end"},
			{"the mark is 21 blocks further: it breaks", sent(request(say("system", "!"+long)),
				request(say("system", long), turns(9), say("user", "a"), say("user", "!c"))), 0, "end"},
			{"another tool breaks all", sent(request(tool("a", 1200), say("system", "!"+long)),
				request(tool("b", 1200), say("system", "!"+long))), 0, "tools"},
			{"another model breaks all", sent(request(say("system", "!"+long)),
				request(model("n"), say("system", "!"+long))), 0, "parameters"},
			{"too short", sent(request(say("system", "!"+words("a", 1023)), say("user", "a")),
				request(say("system", "!"+words("a", 1023)), say("user", "b"))), 0, "text"},
			{"two marks: the first holds, the second breaks", sent(
				request(say("system", "!"+long), say("user", "!"+long)),
				request(say("system", "!"+long), say("user", "!"+other))), 1500, "text"},
			{"the whole request is marked", both(say("user", "new"),
				parameters(automatic), say("system", long), say("user", "abcd")), 1501, "end"},
		},
		"ollama": {
			{"the same", both(with(func(*pipeline.Request) {}), say("user", "abcd")), 1, "end"},
			{"it grew", both(say("user", "new"), say("system", long)), 1500, "end"},
			{"to the token", sent(request(say("system", words("a", 7)+"9:00")),
				request(say("system", words("a", 7)+"9:05"))), 8, "text"},
			{"a clock first", sent(request(say("system", "9:00"+long)),
				request(say("system", "9:05"+long))), 1, "text"},
			{"another stage in between takes the slot", sent(request(say("system", long)),
				request(stage("router"), say("system", other)), request(say("system", long))), 0, "end"},
			{"another stage with the same beginning", sent(request(say("system", long), say("user", "abcd")),
				request(stage("router"), say("system", long)),
				request(say("system", long), say("user", "abcd"))), 1500, "end"},
			{"another model in between", sent(request(say("system", long)),
				request(stage("router"), model("n"), say("system", other)),
				request(say("system", long))), 1500, "end"},
			{"the last call counts, not the most similar", sent(request(say("system", long)),
				request(say("system", other)), request(say("system", long))), 0, "end"},
			{"another model", sent(request(say("user", long)),
				request(model("n"), say("user", long))), 0, "parameters"},
			{"a schema is no part of the prompt", sent(request(schema(`{"a":1}`), say("system", long)),
				request(schema(`{"b":1}`), say("system", long))), 1500, "parameters"},
			{"another tool", sent(request(tool("a", 9), say("system", long)),
				request(tool("b", 9), say("system", long))), 0, "tools"},
			{"another role", sent(request(say("system", long), say("user", "abcd")),
				request(say("system", long), say("assistant", "abcd"))), 1500, "role"},
		},
	}
}

// Every provider keeps of each pair what its page says.
func TestRules(t *testing.T) {
	all := pairs()
	for _, rules := range bill.AllRules() {
		if len(all[rules.Provider]) < 12 {
			t.Errorf("%s has only %d pairs", rules.Provider, len(all[rules.Provider]))
		}
		for _, v := range all[rules.Provider] {
			t.Run(rules.Provider+"/"+v.name, func(t *testing.T) {
				c := bill.New()
				for _, req := range v.sent[:len(v.sent)-1] {
					c.Add(req)
				}
				got := c.Add(v.sent[len(v.sent)-1])
				breaks := strings.HasSuffix(v.name, "breaks") || strings.HasSuffix(v.name, "breaks all")
				if broken := rules.Broken(&got); rules.Marked && broken != breaks {
					t.Errorf("broken: %v", broken)
				}
				if kept := rules.Kept(&got); kept != v.want || got.End.Why != v.why {
					t.Errorf("kept %d (%s), want %d (%s): %+v", kept, got.End.Why, v.want, v.why, got)
				}
			})
		}
	}
	if got := bill.RulesOf("openai").Kept(nil); got != 0 {
		t.Errorf("nothing is known, and %d tokens are kept", got)
	}
}

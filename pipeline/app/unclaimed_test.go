package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// golden serves a turn with accepted calls. It implements pipeline.Asking.
type golden struct {
	pipeline.Asking
	calls []pipeline.Request
}

func (g golden) Masked(req pipeline.Request) pipeline.Request { return req }
func (g golden) Accepted(string) []pipeline.Request           { return g.calls }

// sending is a request of a test: a system prompt and a user's message; the model's name, else m.
type sending struct {
	system, user, model string
	failed              bool
}

func (s sending) body(t rapid.TB, d *session) *Body {
	t.Helper()
	model := s.model
	if model == "" {
		model = "m"
	}
	text := fmt.Sprintf(`{"model":%q,"messages":[{"role":"system","content":%q},{"role":"user","content":%q}]}`, model,
		s.system, s.user)
	b, err := d.store.Read(ChatCompletions, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tookPlace sends requests in a turn, and returns their names at its end with what is said of unclaimed ones.
func tookPlace(t rapid.TB, rules []rule, accepted []pipeline.Request, sent ...sending) (names, says []string) {
	t.Helper()
	d := newSession(&Block{}, rules)
	turn := newTurn(d, golden{calls: accepted}, "turn-1", pipeline.Input{})
	for _, s := range sent {
		b := s.body(t, d)
		stage, claimed := stageOf(rules, b)
		c, _, err := turn.arrives(b, stage, claimed)
		if err != nil {
			t.Fatal(err)
		}
		if err = nil; s.failed {
			err = errors.New("overloaded")
		}
		turn.answers(c, pipeline.Response{}, err, ProxyAnswer{})
	}
	named := turn.named()
	for _, n := range named {
		name := n.name.Leaf(n.call.request.Stage)
		if n.name.Try > 1 {
			name += fmt.Sprintf("#%d", n.name.Try)
		}
		names = append(names, name+" "+n.call.body.Request.Messages[0].Content())
	}
	return names, turn.unclaimed(named)
}

// acceptedAs returns the golden of requests that were sent in a turn without one.
func acceptedAs(t rapid.TB, rules []rule, sent ...sending) []pipeline.Request {
	t.Helper()
	d := newSession(&Block{}, rules)
	turn := newTurn(d, golden{}, "turn-1", pipeline.Input{})
	for _, s := range sent {
		b := s.body(t, d)
		stage, claimed := stageOf(rules, b)
		c, _, err := turn.arrives(b, stage, claimed)
		if err != nil {
			t.Fatal(err)
		}
		turn.answers(c, pipeline.Response{}, nil, ProxyAnswer{})
	}
	var all []pipeline.Request
	for _, n := range turn.named() {
		req := n.call.request
		req.Path = "turn-1/" + n.name.Leaf(req.Stage)
		all = append(all, req)
	}
	return all
}

var (
	asRouter = sending{system: "You are a router of mails.", user: "Where is my parcel?"}
	asDesk   = sending{system: "You are the desk of a shop. Be kind.", user: "Where is my parcel?"}
	asCritic = func(of string) sending {
		return sending{system: "You are a critic of " + of + ".", user: "Judge: the parcel is late."}
	}
)

func routed(t rapid.TB) []rule {
	t.Helper()
	rules, err := rulesOf([]StageRule{
		{Name: "router", When: &When{System: "^You are a router"}},
		{Name: "critic", When: &When{System: "^You are a critic"}, Together: true},
		{Name: "desk", When: &When{System: "^You are the desk", Model: "^m$"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func TestUnclaimedRequests(t *testing.T) {
	rules := routed(t)
	all := []sending{asRouter, asDesk, asCritic("style"), asCritic("facts")}
	changed := func(at int, edit func(*sending)) []sending {
		sent := slices.Clone(all)
		edit(&sent[at])
		return sent
	}
	for name, tt := range map[string]struct {
		sent        []sending
		names, says []string
	}{
		"as accepted": {sent: all, names: []string{
			"router-1.1 You are a router of mails.", "critic-1.1 You are a critic of facts.",
			"critic-2.1 You are a critic of style.", "desk-1.1 You are the desk of a shop. Be kind.",
		}},
		"the rule's line is edited": {
			sent: changed(0, func(s *sending) { s.system = "You sort the mails." }), names: []string{
				"router-1.1 You sort the mails.", "critic-1.1 You are a critic of facts.",
				"critic-2.1 You are a critic of style.", "desk-1.1 You are the desk of a shop. Be kind.",
			}, says: []string{`no stage rule claims a request, which counts as the accepted one that it is most like, ` +
				`turn-1/router-1.1: the rule router {system: "^You are a router"} no longer fits; ` +
				`{system: "^You sort the mails\\."} would`},
		},
		"another model": {
			sent: changed(1, func(s *sending) { s.model = "m2" }), names: []string{
				"router-1.1 You are a router of mails.", "critic-1.1 You are a critic of facts.",
				"critic-2.1 You are a critic of style.", "desk-1.1 You are the desk of a shop. Be kind.",
			}, says: []string{`no stage rule claims a request, which counts as the accepted one that it is most like, ` +
				`turn-1/desk-1.1: the rule desk {model: "^m$"} no longer fits; {model: "^m2$"} would`},
		},
		"concurrent ones": {
			sent: []sending{
				asRouter, asDesk, {system: "You are the judge of style.", user: asCritic("").user},
				{system: "You are the judge of facts.", user: asCritic("").user},
			}, names: []string{
				"router-1.1 You are a router of mails.", "critic-1.1 You are the judge of facts.",
				"critic-2.1 You are the judge of style.", "desk-1.1 You are the desk of a shop. Be kind.",
			}, says: []string{`no stage rule claims 2 requests, which count as the accepted ones that they are most ` +
				`like, first turn-1/critic-1.1: the rule critic {system: "^You are a critic"} no longer fits; ` +
				`{system: "^You are the judge"} would`},
		},
		"what a rule claims goes first": {
			sent: append([]sending{{system: "You are one router of mails.", user: asRouter.user}}, all...),
			names: []string{
				"router-1.1 You are a router of mails.", "critic-1.1 You are a critic of facts.",
				"critic-2.1 You are a critic of style.", "desk-1.1 You are the desk of a shop. Be kind.",
				"chat-1.1 You are one router of mails.",
			}, says: []string{"turn-1/chat-1.1 is new: no stage rule claims it; most like it is turn-1/router-1.1 " +
				"(97%), which it does not count as"},
		},
		"a retry counts as what it repeats": {
			sent: append([]sending{{system: "You sort the mails.", user: asRouter.user, failed: true}},
				changed(0, func(s *sending) { s.system = "You sort the mails." })...),
			names: []string{
				"router-1.1 You sort the mails.", "router-1.1#2 You sort the mails.",
				"critic-1.1 You are a critic of facts.", "critic-2.1 You are a critic of style.",
				"desk-1.1 You are the desk of a shop. Be kind.",
			}, says: []string{`no stage rule claims a request, which counts as the accepted one that it is most like, ` +
				`turn-1/router-1.1: the rule router {system: "^You are a router"} no longer fits; ` +
				`{system: "^You sort the mails\\."} would`},
		},
		"like nothing": {
			sent: append(slices.Clone(all), sending{system: "Summarize.", user: "…"}), names: []string{
				"router-1.1 You are a router of mails.", "critic-1.1 You are a critic of facts.",
				"critic-2.1 You are a critic of style.", "desk-1.1 You are the desk of a shop. Be kind.",
				"chat-1.1 Summarize.",
			}, says: []string{"turn-1/chat-1.1 is new: no stage rule claims it; most like it is turn-1/router-1.1 " +
				"(50%), which it does not count as"},
		},
	} {
		names, says := tookPlace(t, rules, acceptedAs(t, rules, all...), tt.sent...)
		if d := cmp.Diff(tt.names, names); d != "" {
			t.Errorf("%s: names (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(tt.says, says); d != "" {
			t.Errorf("%s: says (-want +got):\n%s", name, d)
		}
	}
	if names, says := tookPlace(t, rules, nil, sending{system: "Hello.", user: "?"}); len(says) > 0 ||
		!strings.HasPrefix(names[0], "chat-1.1") {
		t.Errorf("without a golden: %v, %v", names, says)
	}
}

// Whatever the order of arrival, each edited request counts as the same call.
func TestUnclaimedInAnyOrder(t *testing.T) {
	rules := routed(t)
	old := []sending{asRouter, asDesk, asCritic("style"), asCritic("facts"), asCritic("length of the text")}
	accepted := acceptedAs(t, rules, old...)
	rapid.Check(t, func(t *rapid.T) {
		sent := slices.Clone(old)
		for i := range sent {
			if rapid.Bool().Draw(t, "edited") {
				sent[i].system = strings.Replace(sent[i].system, "You are", "Remember that you are", 1)
			}
		}
		want, _ := tookPlace(t, rules, accepted, sent...)
		got, _ := tookPlace(t, rules, accepted, rapid.Permutation(sent).Draw(t, "sent")...)
		if !slices.Equal(got, want) {
			t.Fatalf("%q, and in another order %q", want, got)
		}
	})
}

// BenchmarkUnclaimed sends 500 requests that no rule claims in a turn, as accepted and with an edit in each.
func BenchmarkUnclaimed(b *testing.B) {
	rules := routed(b)
	var sent, edited []sending
	for i := range 500 {
		s := sending{system: strings.Repeat("A prompt of many words. ", 40), user: fmt.Sprint("Question ", i)}
		sent, edited = append(sent, s), append(edited, sending{system: "Dear me. " + s.system, user: s.user})
	}
	accepted := acceptedAs(b, rules, sent...)
	for name, all := range map[string][]sending{"accepted": sent, "edited": edited} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tookPlace(b, rules, accepted, all...)
			}
		})
	}
}

package history_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// histories generates histories in which calls have some of their results, in any order, with others between them; ids
// recur, and some results have no call.
func histories() *rapid.Generator[[]history.Message] {
	return rapid.Custom(func(t *rapid.T) []history.Message {
		ids := rapid.SampledFrom([]string{"1", "2", "3", ""})
		message := rapid.Custom(func(t *rapid.T) history.Message {
			m := history.Message{
				Role: rapid.SampledFrom([]history.Role{history.User, history.Assistant, history.Assistant,
					history.ToolResult, history.ToolResult, history.BashExecution, history.Custom}).Draw(t, "role"),
				Text: strings.Repeat("草x", rapid.IntRange(0, 40).Draw(t, "length")),
			}
			switch m.Role {
			case history.ToolResult:
				m.CallID = ids.Draw(t, "answers")
			case history.Assistant:
				for _, id := range rapid.SliceOfN(ids, 0, 2).Draw(t, "calls") {
					m.Calls = append(m.Calls, history.Call{ID: id, Name: "read", Arguments: "{}"})
				}
			}
			return m
		})
		return rapid.SliceOfN(message, 0, 30).Draw(t, "history")
	})
}

// caller returns the nearest message before a tool result that has its call; −1 if there is none.
func caller(messages []history.Message, result int) int {
	for i := result - 1; i >= 0; i-- {
		isIt := func(c history.Call) bool { return c.ID == messages[result].CallID }
		if slices.ContainsFunc(messages[i].Calls, isIt) {
			return i
		}
	}
	return -1
}

func TestLaw_ACutPartsNoResultFromItsCall_O31(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := histories().Draw(t, "history")
		keep := rapid.IntRange(0, 300).Draw(t, "keep")
		p := history.Cut(messages, keep, history.ByLength)
		if p.First < 0 || p.First > len(messages) || p.First == len(messages) && p.First > 0 {
			t.Fatalf("%+v of %d messages", p, len(messages))
		}
		for i := p.First; i < len(messages); i++ {
			if at := caller(messages, i); messages[i].Role == history.ToolResult && at >= 0 && at < p.First {
				t.Fatalf("%+v parts the call in %d from its result in %d", p, at, i)
			}
		}
		if p.TurnStart >= 0 && (p.TurnStart >= p.First || messages[p.First].Role == history.User) {
			t.Fatalf("%+v", p)
		}
		if p.First > 0 && messages[p.First].Role == history.ToolResult {
			t.Fatalf("%+v is a tool result", p)
		}
	})
}

// The cut is where the rule says, found the slow way.
func TestLaw_WhereToCut_O31(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := histories().Draw(t, "history")
		keep := rapid.IntRange(0, 300).Draw(t, "keep")
		newest := len(messages) - 1 // from which on there are enough tokens; −1 if there never are
		for newest >= 0 && history.Estimate(history.ByScript).Sum(messages[newest:]) < keep {
			newest--
		}
		var points []int
		for i := range messages {
			if isPoint(messages, i) {
				points = append(points, i)
			}
		}
		want := append(points, 0)[0]
		if at := slices.IndexFunc(points, func(p int) bool { return p >= newest }); at >= 0 && newest >= 0 {
			want = points[at]
		}
		if got := history.Cut(messages, keep, history.ByScript); got.First != want {
			t.Fatalf("%+v, want %d", got, want)
		}
	})
}

// isPoint reports whether a history can be cut at a message: no result from there on has its call before it.
func isPoint(messages []history.Message, at int) bool {
	for i := at; i < len(messages); i++ {
		if c := caller(messages, i); messages[i].Role == history.ToolResult && (i == at || c >= 0 && c < at) {
			return false
		}
	}
	return true
}

func TestLaw_Estimates_O32(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := history.Message{
			Role: rapid.SampledFrom([]history.Role{
				history.System, history.User, history.Assistant, history.ToolResult, history.Custom,
				history.BashExecution, history.BranchSummary, history.CompactionSummary, "x",
			}).Draw(t, "role"),
			Text:     strings.ToValidUTF8(rapid.String().Draw(t, "text"), "?"),
			Thinking: rapid.String().Draw(t, "thinking"),
			Images:   rapid.IntRange(0, 3).Draw(t, "images"),
			Calls: []history.Call{{Name: rapid.String().Draw(t, "name"),
				Arguments: rapid.OneOf(rapid.Just("{}"), rapid.String()).Draw(t, "arguments")}},
		}
		longer := m
		longer.Text += "草"
		for i, estimate := range []history.Estimate{history.ByLength, history.ByScript} {
			if n, more := estimate(m), estimate(longer); n < 0 || more < n {
				t.Fatalf("estimate %d: %d tokens, %d with a character more", i, n, more)
			}
		}
	})
}

func TestLaw_ChunksHaveEveryMessage_O34_O36(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOfN(rapid.IntRange(0, 50), 0, 30).Draw(t, "tokens")
		parts := rapid.Float64Range(-1, 12).Draw(t, "parts")
		most := rapid.IntRange(-1, 200).Draw(t, "most")
		shares := history.SplitByShare(tokens, parts)
		if float64(len(shares)) > max(1, parts) {
			t.Fatalf("%d parts of %v", len(shares), parts)
		}
		rest := each(t, tokens, history.ChunkByMax(tokens, most), func(chunk []int) {
			if n := total(chunk); len(chunk) > 1 && float64(n) > max(1, float64(most)/1.2) {
				t.Fatalf("a chunk of %d tokens, at most %d were asked for", n, most)
			}
		})
		if rest != 0 || each(t, tokens, shares, func([]int) {}) != 0 {
			t.Fatal("messages are missing")
		}
	})
}

// each calls check for every chunk, and returns how many messages are in none.
func each(t *rapid.T, tokens, lengths []int, check func(chunk []int)) (rest int) {
	for _, n := range lengths {
		if n < 1 || n > len(tokens) {
			t.Fatalf("chunks of %v messages", lengths)
		}
		check(tokens[:n])
		tokens = tokens[n:]
	}
	return len(tokens)
}

func total(tokens []int) int {
	n := 0
	for _, m := range tokens {
		n += m
	}
	return n
}

func TestLaw_Pruning_O35(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := histories().Draw(t, "history")
		budget := history.Budget(rapid.IntRange(0, 1000).Draw(t, "window"), 0.5)
		estimate := history.Estimate(history.ByLength)
		p := history.Prune(messages, budget, estimate)
		var kept []history.Message
		for _, i := range p.Kept {
			kept = append(kept, messages[i])
			if at := caller(messages, i); p.Chunks > 0 && messages[i].Role == history.ToolResult &&
				!slices.Contains(p.Kept, at) {
				t.Fatalf("%+v keeps a result in %d without its call in %d", p, i, at)
			}
		}
		halves := history.SplitByShare(estimate.Each(kept), 2)
		if p.KeptTokens != estimate.Sum(kept) || p.KeptTokens > budget && len(halves) > 1 {
			t.Fatalf("%+v keeps %d tokens of %d, and could be halved", p, p.KeptTokens, budget)
		}
		orphans := p.Messages - len(p.Dropped)
		if len(p.Kept)+p.Messages != len(messages) || orphans < 0 || !slices.IsSorted(p.Dropped) {
			t.Fatalf("%+v of %d messages", p, len(messages))
		}
		for i := range messages { // an orphan is a result
			if !slices.Contains(p.Kept, i) && !slices.Contains(p.Dropped, i) && messages[i].Role != history.ToolResult {
				t.Fatalf("%+v has no place for %d", p, i)
			}
		}
		if again := history.Prune(kept, budget, estimate); again.Chunks != 0 {
			t.Fatalf("%+v, pruned again: %+v", p, again)
		}
	})
}

func FuzzArguments_O32(f *testing.F) {
	for _, s := range []string{`{"q":"z"}`, `{"a":1e999,"a":[1.50,"\u00e9\n"]}`, `{"q": `, "", "[[[[", `"\ud800"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		m := history.Message{Role: history.Assistant, Calls: []history.Call{{Arguments: arguments}}}
		// No number becomes longer than 1e20, which has 21 digits.
		if n := history.ByLength(m); n < 0 || n > (6*len(arguments)+3)/4 {
			t.Errorf("%d tokens of %d bytes", n, len(arguments))
		}
	})
}

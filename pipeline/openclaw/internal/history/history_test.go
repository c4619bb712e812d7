package history_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

func TestMessagesOfTheContract_O31_O32(t *testing.T) {
	call := pipeline.ToolCall{ID: "c1", Name: "read", Arguments: `{"path":"a"}`}
	got := history.Of([]pipeline.Message{
		pipeline.Text(pipeline.RoleSystem, "identity", "You help."),
		{Role: pipeline.RoleUser, Sections: []pipeline.Section{{Name: "a", Text: "Stock"}, {Name: "b", Text: "?"}}},
		{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{call}},
		{Role: pipeline.RoleTool, ToolCallID: "c1", Name: "read", Sections: []pipeline.Section{{Name: "r", Text: "3"}}},
	})
	want := []history.Message{
		{Role: history.System, Text: "You help."},
		{Role: history.User, Text: "Stock?"},
		{Role: history.Assistant, Calls: []history.Call{{ID: "c1", Name: "read", Arguments: `{"path":"a"}`}}},
		{Role: history.ToolResult, Text: "3", CallID: "c1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEstimate_O32(t *testing.T) {
	for name, c := range map[string]struct {
		m                  history.Message
		byLength, byScript int
	}{
		"Chinese":           {history.Message{Role: history.User, Text: "草莓只剩3斤"}, 2, 6},
		"beyond U+FFFF":     {history.Message{Role: history.User, Text: "😀😀a"}, 2, 2},
		"image of a user":   {history.Message{Role: history.User, Images: 2}, 0, 2400},
		"image of a result": {history.Message{Role: history.ToolResult, Text: "a", Images: 1}, 1201, 1201},
		"image of another":  {history.Message{Role: history.Custom, Images: 1}, 1200, 1200},
		"assistant": {history.Message{Role: history.Assistant, Text: "abc", Thinking: "de",
			Calls: []history.Call{{Name: "exec", Arguments: `{"q":"z"}`}}}, 5, 6},
		"command":            {history.Message{Role: history.BashExecution, Text: "lsa b c"}, 2, 2},
		"branch's summary":   {history.Message{Role: history.BranchSummary, Text: "abcde"}, 2, 2},
		"compaction's":       {history.Message{Role: history.CompactionSummary, Text: "abcde"}, 2, 2},
		"thinking of others": {history.Message{Role: history.User, Thinking: "abcde"}, 0, 2},
		"system":             {history.Message{Role: history.System, Text: "abcde"}, 0, 2},
		"another role":       {history.Message{Role: "weird", Text: "abcde"}, 0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			if byLength, byScript := history.ByLength(c.m), history.ByScript(c.m); byLength != c.byLength ||
				byScript != c.byScript {
				t.Errorf("%d by length and %d by script, want %d and %d", byLength, byScript, c.byLength, c.byScript)
			}
		})
	}
}

// The arguments count as JSON.stringify spells them.
func TestArguments_O32(t *testing.T) {
	for arguments, want := range map[string]string{
		`{ "q" : [ 1 , true, null ] }`:       `{"q":[1,true,null]}`,
		`{"a":1,"a":22}`:                     `{"a":22}`,
		`[1.0, 1e2, -0, 1E-7, 1e21, 0.10]`:   `[1,100,0,1e-7,1e+21,0.1]`,
		`[1e999, 12345678901234567890]`:      `[null,12345678901234567000]`,
		`"\u0041\u00e9\/<&>\u2028"`:          `"Aé/<&>.` + `"`,
		`"\b\f\n\r\t\"\\\u000b\u0000\u007f"`: `"\b\f\n\r\t\"\\\u000b\u0000.` + `"`,
		`"\ud83d\ude00"`:                     `"..` + `"`, // one character of two units
		`{}`:                                 `{}`,
		`[]`:                                 `[]`,
		`{"q": `:                             `{"q": `, // invalid JSON: unchanged
		`{} {}`:                              `{} {}`,
		`read the file`:                      `read the file`,
		``:                                   ``,
	} {
		// Rounded up to four units a token, with a name of one, two, three and four units the length shows exactly.
		for pad := range 4 {
			m := history.Message{Role: history.Assistant,
				Calls: []history.Call{{Name: strings.Repeat("n", pad), Arguments: arguments}}}
			length := len([]rune(want)) + pad
			if got, want := history.ByLength(m), (length+3)/4; got != want {
				t.Errorf("%s: %d tokens for %d units, want %d", arguments, got, length, want)
			}
		}
	}
}

func TestTrigger_O31(t *testing.T) {
	on := history.Trigger{Enabled: true, Window: 100, Reserve: 20}
	off := history.Trigger{Window: 100, Reserve: 20}
	for context, want := range map[int]bool{0: false, 79: false, 80: false, 81: true, 1000: true} {
		if got := on.Due(context); got != want {
			t.Errorf("with %d tokens due is %v, want %v", context, got, want)
		}
		if off.Due(context) {
			t.Errorf("with %d tokens it is due, and it is not enabled", context)
		}
	}
}

// talk has a message of ten tokens for every letter: u(ser), a(ssistant), c(all), C (two calls), r(esult), b(ash),
// s(ystem), x (custom). Results answer the calls in turn.
func talk(letters string) []history.Message {
	roles := map[rune]history.Role{
		'u': history.User, 'a': history.Assistant, 'c': history.Assistant, 'C': history.Assistant,
		'r': history.ToolResult, 'b': history.BashExecution, 's': history.System, 'x': history.Custom,
	}
	var all []history.Message
	var open []string
	for i, letter := range letters {
		m := history.Message{Role: roles[letter], Text: strings.Repeat("x", 40)}
		switch letter {
		case 'c', 'C':
			for _, n := range map[rune][]string{'c': {"1"}, 'C': {"1", "2"}}[letter] {
				id := string(letters[i]) + string(rune('0'+i)) + n
				m.Calls, open = append(m.Calls, history.Call{ID: id}), append(open, id)
			}
		case 'r':
			if len(open) > 0 {
				m.CallID, open = open[0], open[1:]
			}
		}
		all = append(all, m)
	}
	return all
}

// ten is an estimate.
func ten(history.Message) int { return 10 }

func TestCut_O31(t *testing.T) {
	for name, c := range map[string]struct {
		talk string
		keep int
		want history.Point
	}{
		"at the newest":                 {"uaua", 1, history.Point{First: 3, TurnStart: 2}},
		"exactly as many":               {"uaua", 20, history.Point{First: 2, TurnStart: -1}},
		"one more":                      {"uaua", 21, history.Point{First: 1, TurnStart: 0}},
		"no budget":                     {"uaua", 0, history.Point{First: 3, TurnStart: 2}},
		"budget never reached":          {"uaua", 41, history.Point{First: 0, TurnStart: -1}},
		"not reached, results first":    {"rraua", 100, history.Point{First: 2, TurnStart: -1}},
		"on to behind the results":      {"ucrrau", 40, history.Point{First: 4, TurnStart: 0}},
		"no point behind":               {"uaucr", 10, history.Point{First: 0, TurnStart: -1}},
		"no point at all":               {"rr", 10, history.Point{First: 0, TurnStart: -1}},
		"nothing":                       {"", 10, history.Point{First: 0, TurnStart: -1}},
		"at a call, results kept":       {"uaucra", 30, history.Point{First: 3, TurnStart: 2}},
		"steered amid a call":           {"ucura", 30, history.Point{First: 4, TurnStart: 2}},
		"between two results":           {"uCrura", 30, history.Point{First: 5, TurnStart: 3}},
		"a command begins a turn":       {"uabaa", 10, history.Point{First: 4, TurnStart: 2}},
		"a command does not stand free": {"uab", 10, history.Point{First: 2, TurnStart: 0}},
		"no turn before":                {"xaa", 10, history.Point{First: 2, TurnStart: -1}},
		"the system's is one":           {"uas", 10, history.Point{First: 2, TurnStart: 0}},
	} {
		t.Run(name, func(t *testing.T) {
			got := history.Cut(talk(c.talk), c.keep, ten)
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestSplitByShare_O34(t *testing.T) {
	for name, c := range map[string]struct {
		tokens []int
		parts  float64
		want   []int
	}{
		"no messages":                 {nil, 3, nil},
		"a part each":                 {[]int{1, 1, 1}, 99, []int{1, 1, 1}},
		"no more parts than messages": {[]int{1, 1, 4}, 99, []int{2, 1}},
		"a fraction of parts":         {[]int{1, 1, 1, 1}, 2.9, []int{2, 2}},
		"below two":                   {[]int{1, 1}, 1.9, []int{2}},
		"no number":                   {[]int{1, 1}, math.NaN(), []int{2}},
		"infinite":                    {[]int{1, 1}, math.Inf(1), []int{2}},
		"below 0":                     {[]int{1, 1}, -2, []int{2}},
		"the share is a fraction":     {[]int{1, 2, 1, 1}, 2, []int{1, 3}}, // 2.5: 1+2 is above
		"the last one is unlimited":   {[]int{1, 1, 9, 9, 9}, 2, []int{3, 2}},
		"fewer than asked for":        {[]int{9, 1, 1, 1}, 3, []int{1, 3}},
		"no tokens":                   {[]int{0, 0, 0}, 2, []int{3}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, history.SplitByShare(c.tokens, c.parts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChunkByMax_O36(t *testing.T) {
	for name, c := range map[string]struct {
		tokens []int
		most   int
		want   []int
	}{
		"floored":         {[]int{10, 10, 1}, 25, []int{2, 1}}, // 20.8
		"oversized amid":  {[]int{1, 1, 99, 1, 1}, 12, []int{2, 1, 2}},
		"below 0":         {[]int{1, 1, 0}, -5, []int{1, 2}},
		"nothing":         {nil, 5, nil},
		"nothing in them": {[]int{0, 0}, 0, []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, history.ChunkByMax(c.tokens, c.most)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPrune_O35(t *testing.T) {
	for name, c := range map[string]struct {
		talk   string
		budget int
		want   history.Pruned
	}{
		"within": {"uaua", 40, history.Pruned{Kept: []int{0, 1, 2, 3}, KeptTokens: 40}},
		"half": {"uaua", 39, history.Pruned{Kept: []int{2, 3}, Dropped: []int{0, 1}, KeptTokens: 20,
			Chunks: 1, Messages: 2, Tokens: 20}},
		"call and result apart": {"ucraua", 39, history.Pruned{Kept: []int{3, 4, 5}, Dropped: []int{0, 1, 2},
			KeptTokens: 30, Chunks: 1, Messages: 3, Tokens: 30}},
		"results without their call": {"uCrrua", 39, history.Pruned{Kept: []int{4, 5}, Dropped: []int{0, 1, 2},
			KeptTokens: 20, Chunks: 1, Messages: 4, Tokens: 30}},
		"one that never had a call": {"uaarua", 39, history.Pruned{Kept: []int{4, 5}, Dropped: []int{0, 1, 2},
			KeptTokens: 20, Chunks: 1, Messages: 4, Tokens: 30}},
		"down to one": {"uaua", 1, history.Pruned{Kept: []int{3}, Dropped: []int{0, 1, 2}, KeptTokens: 10,
			Chunks: 2, Messages: 3, Tokens: 30}},
		"nothing": {"", 1, history.Pruned{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, history.Prune(talk(c.talk), c.budget, ten)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Ids recur: each model call of some servers begins with call_0.
func TestResultsBelongToTheNearestCall_O31_O35(t *testing.T) {
	messages := talk("ucrucra")
	for i := range messages {
		for j := range messages[i].Calls {
			messages[i].Calls[j].ID = "call_0"
		}
		if messages[i].Role == history.ToolResult {
			messages[i].CallID = "call_0"
		}
	}
	if got, want := history.Cut(messages, 40, ten), (history.Point{First: 3, TurnStart: -1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if diff := cmp.Diff([]int{3, 4, 5, 6}, history.Prune(messages, 40, ten).Kept); diff != "" {
		t.Error(diff)
	}
}

func TestBudget_O35(t *testing.T) {
	for _, c := range []struct {
		window int
		share  float64
		want   int
	}{{1000, history.DefaultShare, 500}, {999, 0.5, 499}, {1, 0.5, 1}, {0, 0.5, 1}, {-5, 1, 1}, {1000, 0.29, 290}} {
		if got := history.Budget(c.window, c.share); got != c.want {
			t.Errorf("%v of %d is %d, want %d", c.share, c.window, got, c.want)
		}
	}
}

func TestAdaptiveRatio_O37(t *testing.T) {
	for name, c := range map[string]struct {
		tokens []int
		window int
		want   float64
	}{
		"nothing":       {nil, 100, 0.4},
		"short":         {[]int{1}, 100, 0.4},
		"a tenth":       {[]int{10}, 120, 0.4},
		"above it":      {[]int{1}, 11, 0.18181818181818185},
		"no window":     {[]int{1}, 0, 0.15000000000000002},
		"nothing of it": {[]int{0}, 0, 0.4},
	} {
		t.Run(name, func(t *testing.T) {
			if got := history.AdaptiveRatio(c.tokens, c.window); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	for tokens, want := range map[int]bool{0: false, 41: false, 42: true} { // 49.2 and 50.4 of 50
		if got := history.Oversized(tokens, 100); got != want {
			t.Errorf("%d tokens of 100 are oversized: %v, want %v", tokens, got, want)
		}
	}
}

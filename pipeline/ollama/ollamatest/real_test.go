package ollamatest_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// On a real server the models behave as designed, at the server's own temperature.
func TestModelsOnARealServer(t *testing.T) {
	url := ollamatest.StartReal(t, ollamatest.KindRandom, ollamatest.KindEndless, ollamatest.KindStages,
		ollamatest.KindEmbedder)
	t.Run("router", func(t *testing.T) { tryRouter(t, url) })
	t.Run("planner", func(t *testing.T) { tryPlanner(t, url) })
	t.Run("skills", func(t *testing.T) { trySkills(t, url) })
	t.Run("writers", func(t *testing.T) { tryWriters(t, url) })
	t.Run("main", func(t *testing.T) { tryRuns(t, url) })
	t.Run("assistant", func(t *testing.T) { tryAssistant(t, url) })
	t.Run("compaction", func(t *testing.T) { tryCompaction(t, url) })
	t.Run("servings", func(t *testing.T) { tryServings(t, url) })
	t.Run("long", func(t *testing.T) { tryLongPrompt(t, url) })
	t.Run("random", func(t *testing.T) { tryRandom(t, url) })
	t.Run("endless", func(t *testing.T) { tryEndless(t, url) })
	t.Run("embedder", func(t *testing.T) { tryEmbedder(t, url) })
}

// ask asks the stages' model with a system message and a user's.
func ask(t *testing.T, url, system, user string) string {
	t.Helper()
	return chat(t, url, asked{Model: ollamatest.KindStages, Messages: []message{
		{Role: "system", Content: system}, {Role: "user", Content: user},
	}}).Content
}

// as decodes an answer that must be JSON of this shape, without other keys.
func as[T any](t *testing.T, answer string) T {
	t.Helper()
	var v T
	dec := json.NewDecoder(strings.NewReader(answer))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil || dec.More() {
		t.Errorf("the answer %q is not what the stage reads: %v", answer, err)
	}
	return v
}

func tryRouter(t *testing.T, url string) {
	type decision struct {
		Action, Reason string
		ShortTitle     string `json:"short_title"`
	}
	system := prompt(t, nil, "router.system")
	for said, want := range map[string]string{
		"How are you?": "simple_chat", "Plan a weekend.": "new_task", "Please compare them.": "new_task",
		"Plan it and compare": "new_task", "Please go on": "continue_task", "Red instead": "revise_task",
		"that is all": "close_task", "Forget it, go on": "abandon_task",
	} {
		values := map[string]string{"{{.Message}}": said, "{{.Recent}}": "plan, compare, forget it"}
		user := prompt(t, values, "router.user")
		if got := as[decision](t, ask(t, url, system, user)); got.Action != want {
			t.Errorf("%q is %q, want %q", said, got.Action, want)
		}
	}
}

func tryPlanner(t *testing.T, url string) {
	type node struct {
		ID, Task, Role string
		SkillQuery     string   `json:"skill_query"`
		Capabilities   []string `json:"required_capabilities"`
		DependsOn      []string `json:"depends_on"`
		Constraints    []string
		ExpectedOutput string `json:"expected_output"`
	}
	type plan struct {
		Mode, Reason, Strategy string
		Nodes                  []node
		Synthesis              string `json:"final_synthesis_instruction"`
	}
	system := prompt(t, nil, "planner.system")
	for said, nodes := range map[string]int{"Plan a weekend.": 0, "Plan a trip and compare the prices.": 2} {
		user := prompt(t, map[string]string{"{{.Request}}": said, "{{.Goal}}": "compare all"}, "planner.user")
		got := as[plan](t, ask(t, url, system, user))
		if len(got.Nodes) != nodes || (got.Mode == "team") != (nodes > 0) {
			t.Errorf("%q has the plan %+v, want %d nodes", said, got, nodes)
		}
	}
}

func trySkills(t *testing.T, url string) {
	for _, stage := range []string{"resolver", "skills"} {
		system, user := prompt(t, nil, stage+".system"), prompt(t, nil, stage+".user")
		if got := as[[]string](t, ask(t, url, system, user)); len(got) != 0 {
			t.Errorf("%s: %q, want none", stage, got)
		}
		got := as[[]string](t, ask(t, url, system, user+"\n\npermit-desk: forms\n\norder-tracking: parcels"))
		if len(got) != 1 || got[0] != "order-tracking" {
			t.Errorf("%s: %q, want order-tracking", stage, got)
		}
	}
}

func tryWriters(t *testing.T, url string) {
	guidance := as[struct {
		Name                 string `json:"guidance_name"`
		Description, Content string
		Tags                 []string
	}](t, ask(t, url, prompt(t, nil, "guidance.system"), prompt(t, nil, "guidance.user")))
	if guidance.Name == "" || guidance.Content == "" {
		t.Errorf("guidance %+v", guidance)
	}
	draft := as[struct {
		Frontmatter struct {
			Description string
			Tools       []string
		}
		Content      string
		ChangeReason string `json:"change_reason"`
	}](t, ask(t, url, prompt(t, nil, "draft.system"), prompt(t, nil, "draft.user")))
	if draft.Frontmatter.Description == "" || draft.Content == "" {
		t.Errorf("draft %+v", draft)
	}
}

func tryRuns(t *testing.T, url string) {
	system := message{Role: "system", Content: prompt(t, nil, "main.system")}
	node := message{Role: "system", Content: prompt(t, nil, "main.system", "node.context")}
	wish, other := message{Role: "user", Content: "Please look up the news."}, message{Role: "user", Content: "Thanks."}
	run := func(tool string, messages ...message) message {
		return chat(t, url, asked{Model: ollamatest.KindStages, Messages: messages, Tools: offer(tool)})
	}
	for _, first := range []message{system, node} {
		called := run("search", first, wish)
		if len(called.ToolCalls) != 1 || called.ToolCalls[0].Function.Name != "search" {
			t.Fatalf("answered %+v, want one call of search", called)
		}
		result := message{Role: "tool", Content: "It rains.", ToolName: "search"}
		behind := run("search", first, wish, called, result)
		for name, got := range map[string]message{
			"without a wish": run("search", first, other), "without a tool that it knows": run("erase", first, wish),
			"behind a result": behind, "later": run("search", first, wish, called, result, behind, other),
		} {
			if len(got.ToolCalls) != 0 || got.Content == "" {
				t.Errorf("%s: %+v, want a sentence", name, got)
			}
		}
		if again := run("search", first, wish, called, result, behind, wish); len(again.ToolCalls) != 1 {
			t.Errorf("asked again: %+v, want a call", again)
		}
		end := message{Role: "system", Content: prompt(t, nil, "finalizer.system")}
		final := chat(t, url, asked{Model: ollamatest.KindStages, Messages: []message{first, wish, called, result,
			end}})
		if final.Content == "" || final.Content == behind.Content {
			t.Errorf("the finalizer says %q", final.Content)
		}
	}
}

// A long conversation hides no sign, and is fast. The time is printed, not judged: machines differ.
func tryLongPrompt(t *testing.T, url string) {
	long := prompt(t, nil, "router.user", "planner.user", "resolver.user", "guidance.user", "skills.user", "draft.user")
	long = strings.Repeat(long, 3)[:8500]
	begun := time.Now()
	got := chat(t, url, asked{Model: ollamatest.KindStages, Tools: offer("get_weather"), Messages: []message{
		{Role: "system", Content: prompt(t, nil, "main.system")},
		{Role: "user", Content: "Look up the weather.\n" + long},
	}})
	if len(got.ToolCalls) != 1 {
		t.Errorf("answered %+v, want one call", got)
	}
	t.Logf("%d bytes: %v", len(long), time.Since(begun).Round(time.Millisecond))
}

func tryRandom(t *testing.T, url string) {
	said := map[string]bool{}
	for _, user := range []string{"Hello", "What is the weather like in Lisbon?", "你好", ""} {
		answer := func() string {
			return chat(t, url, asked{Model: ollamatest.KindRandom, Messages: []message{{Role: "user", Content: user}},
				Options: map[string]any{"temperature": 0}}).Content
		}
		first := answer()
		if first == "" || strings.ContainsFunc(first, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q: %q, want printable text", user, first)
		}
		if second := answer(); second != first {
			t.Errorf("%q: %q, then %q", user, first, second)
		}
		said[first] = true
	}
	if len(said) < 3 {
		t.Errorf("answers %v, want more different ones", said)
	}
}

func tryEndless(t *testing.T, url string) {
	const most = 300 // tokens, more than the printable ones
	var reply struct {
		Message    message
		DoneReason string `json:"done_reason"`
	}
	tinymodelPost(t, url+"/api/chat", asked{Model: ollamatest.KindEndless, Messages: []message{{Role: "user",
		Content: "Hello"}},
		Options: map[string]any{"num_predict": most}}, &reply)
	if said := reply.Message.Content; len(said) != most || reply.DoneReason != "length" {
		t.Errorf("%q has %d bytes and ends with %q, want %d and length", said, len(said), reply.DoneReason, most)
	}
}

func tryEmbedder(t *testing.T, url string) {
	var reply struct{ Embeddings [][]float64 }
	tinymodelPost(t, url+"/api/embed", map[string]any{"model": ollamatest.KindEmbedder, "input": []string{
		"Find flights and a hotel in Porto", "Hotel and flights", "The bakery sells bread",
		"Find flights and a hotel in Porto",
	}}, &reply)
	if len(reply.Embeddings) != 4 {
		t.Fatalf("%d embeddings, want 4", len(reply.Embeddings))
	}
	near := func(a, b int) (sum float64) {
		for i, x := range reply.Embeddings[a] {
			sum += x * reply.Embeddings[b][i]
		}
		return sum
	}
	if near(0, 3) < 0.999 || near(0, 1) < near(0, 2)+0.2 || near(0, 1) < near(1, 2)+0.2 {
		t.Errorf("near: %.3f to itself, %.3f with shared words, %.3f and %.3f without",
			near(0, 3), near(0, 1), near(0, 2), near(1, 2))
	}
}

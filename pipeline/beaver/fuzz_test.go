package beaver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// memberOf returns a member of an object; nil if there is none.
func memberOf(v any, name string) any {
	object, _ := v.(map[string]any)
	return object[name]
}

// textOf returns a text member; empty if it is none.
func textOf(v any, name string) string {
	s, _ := memberOf(v, name).(string)
	return s
}

// textsOf returns the texts of a list; ok reports whether it is one.
func textsOf(v any) (texts []string, ok bool) {
	items, ok := v.([]any)
	for _, item := range items {
		s, isText := item.(string)
		texts, ok = append(texts, s), ok && isText
	}
	return texts, ok
}

func FuzzRouter_R4_S3(f *testing.F) {
	decisionPoint{
		path: "turn-1/router", stage: stageRouter,
		story: func() (pipeline.Case, *script, []pipeline.Input) {
			return pipeline.Case{}, &script{answers: map[string]pipeline.Response{}}, users("Hello")
		},
		follows: func(answer, decided any) bool {
			asked := textOf(decided, "asked") // the model's action, if it makes no sense without a Task
			if asked == "" {
				asked = textOf(decided, "action")
			}
			return textOf(answer, "action") == asked && textOf(answer, "short_title") == textOf(decided, "short_title")
		},
		sound: func(decided any) bool {
			a := textOf(decided, "action")
			return a == string(newTask) || a == string(simpleChat)
		},
	}.fuzz(f, `{"action":"new_task","reason":"r","short_title":"Letter"}`, `{"action":"close_task"}`,
		`{"action":"continue_task"}`, `{"action":"new_task"} or {"action":"simple_chat"}`, `{"action":"answer"}`, `{action: "new_task", previous: {"action":"close_task"}}`, `"simple_chat"`,
		"```json\n{\"action\":\"new_task\",}\n```", `{"action":"new_task","action":"simple_chat"}`, `{"Action":"new_task"}`,
		`<think>{"action":"new_task"}</think>{"action":"simple_chat"}`, `{"action":null}`)
}

// The result is a graph that can be run, or a reason of the planner's.
func FuzzPlan_P3_P4_P5(f *testing.F) {
	decisionPoint{
		path: "turn-1/planner", stage: stagePlanner, own: reasonInvalidGraph,
		story: func() (pipeline.Case, *script, []pipeline.Input) { return pipeline.Case{}, planned(""), users("go") },
		follows: func(answer, decided any) bool {
			if textOf(decided, "mode") == string(modeSingle) {
				return textOf(answer, "mode") == string(modeSingle)
			}
			asked, _ := memberOf(answer, "nodes").([]any)
			planned, _ := memberOf(decided, "nodes").([]any)
			return textOf(answer, "mode") == string(modeTeam) &&
				textOf(answer, "strategy") == textOf(decided, "strategy") &&
				slices.EqualFunc(asked, planned, func(a, p any) bool { return textOf(a, "id") == textOf(p, "id") })
		},
		sound: func(decided any) bool {
			planned, _ := memberOf(decided, "nodes").([]any)
			return len(planned) <= maxNodes && (len(planned) > 0) == (textOf(decided, "mode") == string(modeTeam)) &&
				canRun(planned)
		},
	}.fuzz(f, `{"mode":"single","reason":"easy"}`, teamAnswer(strategyDAG, nodes("a b<a c<a,b")),
		teamAnswer(strategySequence, nodes("a b<b")), teamAnswer(strategyParallel, delegated),
		`{"mode":"team","nodes":[{"id":"a","depend_on":null}]}`, teamAnswer(strategyDAG, `{"id":"../a:b#2","task":"x"}`))
}

// canRun reports whether every node gets its turn if each waits for those that it depends on.
func canRun(nodes []any) bool {
	done := map[string]bool{}
	for range nodes {
		for _, n := range nodes {
			waits, ok := textsOf(memberOf(n, "depends_on"))
			if ok && !slices.ContainsFunc(waits, func(id string) bool { return !done[id] }) {
				done[textOf(n, "id")] = true
			}
		}
	}
	return len(done) == len(nodes) && !done[""]
}

// follow returns the candidates that a list names, each once, up to a maximum.
func follow(answer any, names []string, most int) (kept []string, ok bool) {
	asked, ok := textsOf(answer)
	for _, name := range asked {
		if slices.Contains(names, name) && !slices.Contains(kept, name) && len(kept) < most {
			kept = append(kept, name)
		}
	}
	return kept, ok
}

// selection is a decision point whose candidates are letters, with a maximum of kept ones.
func selection(path, stage string, letters, most int, story func() *script, block Block) decisionPoint {
	var names []string
	for i := range letters {
		names = append(names, fmt.Sprintf("letter-%02d", i))
	}
	return decisionPoint{
		path: path, stage: stage,
		story: func() (pipeline.Case, *script, []pipeline.Input) {
			c := pipeline.Case{Skills: alike(letters), Library: fmt.Sprint("letters ", letters), Block: &block}
			return c, story(), users("a letter")
		},
		follows: func(answer, decided any) bool {
			kept, ok := follow(answer, names, most)
			got, _ := textsOf(decided)
			if asked, _ := textsOf(answer); len(kept) == 0 && len(asked) > 0 {
				return ok // only invented names: no choice
			}
			return ok && slices.Equal(kept, got)
		},
		sound: func(decided any) bool {
			got, ok := textsOf(decided)
			kept, _ := follow(decided, names, most)
			return ok && slices.Equal(kept, got)
		},
	}
}

var nameLists = []string{
	`["letter-01"]`, `["letter-02","letter-00","letter-02"]`, `[]`, `["poem"]`, `["poem","letter-01"]`,
	`{"skills":["letter-01"]}`, `["letter-01"] and ["letter-02"]`, `["letter-01",`, `[["letter-01"]]`, `["letter-01",1]`,
	`{"note":"x"} ["letter-01"]`, "letter-01",
	"[\"letter-01\",\"\xff\"]",
}

func FuzzShortlist_A4_A6(f *testing.F) {
	story := func() *script { return &script{answers: map[string]pipeline.Response{}} }
	selection("turn-1/skills-shortlist", stageShortlist, 4, 3, story,
		Block{Entry: entryMain, Limits: Limits{MaxDetailedCandidates: 3, MaxSkills: 2}}).fuzz(f, nameLists...)
}

func FuzzFinal_A4_A6(f *testing.F) {
	story := func() *script { return &script{answers: map[string]pipeline.Response{}} }
	selection("turn-1/skills-final", stageFinal, 3, 2, story,
		Block{Entry: entryMain, Limits: Limits{MaxDetailedCandidates: 3, MaxSkills: 2}}).fuzz(f, nameLists...)
}

func FuzzResolver_K4_K5(f *testing.F) {
	story := func() *script { return planned(teamAnswer(strategyDAG, `{"id":"a","task":"write a letter"}`)) }
	selection("turn-1/node:a/resolver", stageResolver, 3, 3, story, Block{}).fuzz(f, nameLists...)
}

func FuzzGuidance_E1_E4(f *testing.F) {
	decisionPoint{
		path: "turn-1/node:a/guidance", stage: stageGuidance,
		story: func() (pipeline.Case, *script, []pipeline.Input) {
			return pipeline.Case{}, planned(teamAnswer(strategyDAG, oneNode)), users("go")
		},
		follows: func(answer, decided any) bool {
			return textOf(answer, "guidance_name") == textOf(decided, "guidance_name") &&
				!isBlank(textOf(answer, "content"))
		},
		sound: func(decided any) bool { return !isBlank(textOf(decided, "guidance_name")) },
	}.fuzz(f, `{"guidance_name":"maps","description":"How.","content":"Look\nclosely.","tags":["x"]}`,
		`{"guidance_name":"maps","content":" "}`, `{"guidance_name":" ","content":"x"}`,
		`{"guidance_name":1,"content":"x"}`,
		"```json\n{\"guidance_name\":\"a\\nb\",\"content\":\"```\"}\n```", `{"guidance_name":"a","content":"b"`)
}

func FuzzDraft_L2_L4(f *testing.F) {
	decisionPoint{
		path: "turn-2/draft", stage: stageDraft,
		story: func() (pipeline.Case, *script, []pipeline.Input) {
			m := planned(`{"mode":"single"}`)
			m.answers["turn-1/main-1"], m.answers["turn-1/main-2"] = asks("", "clock"), says("Dear Sir.")
			return pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}}}, m,
				append(users("a letter"), judges("Thanks.", pipeline.Accepted))
		},
		follows: func(answer, decided any) bool {
			front := memberOf(answer, "frontmatter")
			tools, _ := textsOf(memberOf(front, "tools"))
			if len(tools) == 0 {
				tools = []string{"clock"} // those of the run
			}
			got, _ := textsOf(memberOf(decided, "tools"))
			return slices.Equal(tools, got) && textOf(front, "description") == textOf(decided, "description") &&
				textOf(answer, "content") == textOf(decided, "content") &&
				textOf(answer, "change_reason") == textOf(decided, "change_reason")
		},
		sound: func(decided any) bool {
			return !isBlank(textOf(decided, "description")) && !isBlank(textOf(decided, "content"))
		},
	}.fuzz(f, `{"frontmatter":{"description":"How","tools":["clock"],"x":1},"content":"Do.","change_reason":"why"}`,
		`{"frontmatter":{"description":" "},"content":"Do."}`, `{"frontmatter":[],"content":"Do."}`,
		`{"frontmatter":{"description":"How"},"content":"curl x | sh"}`, `{"frontmatter":{"description":"How"},"content":"`,
		`{"frontmatter":"description: How","content":"Do."}`)
}

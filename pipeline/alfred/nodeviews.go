package alfred

import (
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// view returns the common view of all nodes (F6).
func (t *turn) view() view {
	return view{
		Message: t.message, Entities: t.entities(), Talk: t.talk, Reasoning: t.reasoning, Program: t.program(),
		Today: t.rt.Now().Format("2006-01-02"), Profile: blockText("profile").Of(t.block.Profile),
	}
}

// entities returns the current entity layer.
func (t *turn) entities() memory.Entities {
	return memory.Entities{All: t.Registry.Entities(), Turn: t.number, Program: t.program()}
}

// thinkView returns the input of a plan.
func (t *turn) thinkView() thinkView {
	v := thinkView{
		view: t.view(), Curation: t.curated, Mentioned: t.mentioned, Mode: t.mode.name, MaxSteps: t.mode.maxSteps,
	}
	for _, table := range t.Registry.Domain().Tables {
		if n := t.Tables.Count(table.Name); n > 0 {
			v.Dashboard = append(v.Dashboard, count{table.Name, n})
		}
	}
	for _, name := range t.Registry.Domain().Subdomains() {
		if g := t.guidance(name); len(g) > 0 {
			line := pipeline.JoinPieces(code.Of("**"+name+":** "), g)
			if len(v.Guidance) > 0 {
				line = pipeline.JoinPieces(code.Of("\n"), line)
			}
			v.Guidance = pipeline.JoinPieces(v.Guidance, line)
		}
	}
	return v
}

// maxGuidance is the maximum length of a subdomain's guidance in a prompt, in characters (F7).
const maxGuidance = 800

func (t *turn) guidance(subdomain string) pipeline.Pieces {
	text := t.block.Guidance[subdomain]
	if utf8.RuneCountInString(text) > maxGuidance {
		text = string([]rune(text)[:maxGuidance])
	}
	return blockText("guidance." + subdomain).Of(text)
}

// actView returns the input of an action: the data itself.
func (w *work) actView() actView {
	s := w.step()
	return actView{
		view: w.view(), Goal: w.goal, Step: s, Index: w.index, Steps: len(w.steps), Calls: len(w.results), Note: w.note,
		Batch: w.items(), Guidance: w.guidance(s.Subdomain), Asked: w.schemas,
		This: memory.Outcome{Results: w.results}, Before: w.done, Results: w.turn.results,
	}
}

// blockText returns the source of a value in Alfred's block.
func blockText(key string) pipeline.TextSource { return pipeline.CaseText("alfred." + key) }

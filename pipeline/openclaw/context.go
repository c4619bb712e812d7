package openclaw

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// legacyEngine is the id of the engine that shows all messages.
const legacyEngine = "legacy"

// window returns the model's context in tokens.
func (r *run) window() int {
	numCtx := 0
	if n := r.rt.Settings(stageMain).Options.NumCtx; n != nil {
		numCtx = *n
	}
	return cmp.Or(r.block.Context.Window, numCtx, 128_000)
}

// reserve returns how many of them are kept free for the answer.
func (r *run) reserve() int { return cmp.Or(r.block.Context.Reserve, min(16_384, r.window()/4)) }

// keepRecent returns how many tokens of the newest messages a compaction leaves.
func (r *run) keepRecent() int { return cmp.Or(r.block.Context.KeepRecent, min(20_000, r.window()/4)) }

// estimate returns the estimate of a message's tokens (O-32).
func (r *run) estimate() history.Estimate { return r.block.estimate() }

func (b *Block) estimate() history.Estimate {
	if b.Estimate == asProgram {
		return history.ByLength
	}
	return history.ByScript
}

// tokens estimates those of a text.
func (r *run) tokens(text string) int {
	if r.block.Estimate == asProgram {
		return byLength(text)
	}
	return pipeline.EstimateTokens(text)
}

// byLength is the program's estimate of a text: a token for every four UTF-16 units.
func byLength(text string) int { return (jstext.Len(text) + 3) / 4 }

// contextTokens returns the length of a request with these messages.
func (r *run) contextTokens(messages []pipeline.Message) int {
	return r.tokens(r.head.Content()) + r.estimate().Sum(history.Of(messages))
}

// due reports whether the model's view leaves less than the reserve (O-31).
func (r *run) due() bool {
	a, _ := r.assemble()
	tokens := r.contextTokens(a.Messages)
	system, messages := r.head.Content(), history.Of(a.Messages)
	r.rt.Event("context", map[string]int{
		"tokens": tokens, "window": r.window(), "reserve": r.reserve(),
		"by_script": pipeline.EstimateTokens(system) + history.Estimate(history.ByScript).Sum(messages),
		"by_length": byLength(system) + history.Estimate(history.ByLength).Sum(messages),
	})
	return history.Trigger{Enabled: true, Window: r.window(), Reserve: r.reserve()}.Due(tokens)
}

// assemble lets the context engine choose what the model sees of the session (O-30).
func (r *run) assemble() (history.Assembled, error) {
	budget := r.window() - r.reserve() - r.tokens(r.head.Content())
	return history.Assemble(r.engine, r.session.key, r.now.history, budget)
}

// assembled returns the messages of a request. A failing engine is reported once per run.
func (r *run) assembled() []pipeline.Message {
	a, warning := r.assemble()
	if warning != nil && !r.warned {
		r.warned = true
		r.rt.Fallback(pipeline.Fallback{Stage: stageAssemble, Reason: reasonEngine, Tries: 1, Detail: warning.Error()})
	}
	head := r.head.Clone()
	if a.Addition != "" {
		head.Sections = r.added(head.Sections, a.Addition)
	}
	return append([]pipeline.Message{head}, a.Messages...)
}

// added puts the engine's addition after the system prompt, or before it as the program does.
func (r *run) added(sections []pipeline.Section, addition string) []pipeline.Section {
	const name = "Context engine"
	if r.block.program() {
		return append([]pipeline.Section{pipeline.NewSection(name, code.Of(addition+"\n\n"))}, sections...)
	}
	return append(sections, pipeline.NewSection(name, code.Of("\n\n"+addition)))
}

package openclaw

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// sectionSummary is the last section of the message that replaces older ones.
const sectionSummary = "Summary"

// canShorten reports whether there is anything left to try after an overflow (O-31).
func (r *run) canShorten() bool {
	if r.asked.compactions < maxCompactions {
		if older, _ := r.split(true); len(older) > 0 {
			return true
		}
	}
	return !r.asked.shortened && slices.ContainsFunc(r.now.history, isLongResult)
}

// shorten shortens the history after an overflow: by a compaction, at most three times, then by cutting the results of
// tools (O-31).
func (r *run) shorten() error {
	if r.asked.compactions < maxCompactions {
		if older, _ := r.split(true); len(older) > 0 {
			r.asked.compactions++
			return r.compact(true)
		}
	}
	r.asked.shortened = true
	for i, m := range r.now.history {
		if isLongResult(m) {
			r.now.history[i] = r.shortResult(m, maxResult)
		}
	}
	return nil
}

// compact replaces the older messages by a summary. If the model does not write one they stay (O-31, O-41).
func (r *run) compact(force bool) error {
	older, kept := r.split(force)
	if len(older) == 0 {
		return nil
	}
	place := r.rt.At(stageCompaction, "")
	text, err := r.summarise(place, older, len(kept) == 0 || kept[0].Role != pipeline.RoleUser)
	r.rt.After(place.Mark())
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		place.Fallback(pipeline.Fallback{Stage: stageCompaction, Reason: f.Reason, Tries: 1})
		return nil
	}
	if err != nil {
		return err
	}
	summary, err := r.prompts.summary.Render(summaryData{Summary: text})
	if err != nil {
		return err
	}
	if !r.block.program() {
		mark := code.Of(systemprompt.System + " ")
		summary[0] = pipeline.NewSection(summary[0].Name, pipeline.JoinPieces(mark, summary[0].Pieces()))
	}
	before := r.contextTokens(r.now.history)
	r.now.history = append([]pipeline.Message{{Role: pipeline.RoleUser, Sections: summary}}, kept...)
	r.now.compactions++
	place.Decided(stageCompaction, map[string]int{
		"summarised": len(older), "kept": len(kept), "tokens_before": before,
		"tokens_after": r.contextTokens(r.now.history),
	})
	return nil
}

// split returns where a compaction cuts the history: the part to summarise, and the part that stays. That takes at most
// half of the window (O-35), not counting messages that the model has not answered yet. A forced one leaves at most
// half of the history, and goes on to the newest message where else it would sum up nothing but a summary. If the
// newest messages are too many and cannot be cut, such as results that need their call, all before them is summarised.
func (r *run) split(force bool) (older, kept []pipeline.Message) {
	messages, estimate := history.Of(r.now.history), r.estimate()
	recent, all := r.keepRecent(), estimate.Sum(messages)
	first, last := history.Cut(messages, recent, estimate).First, history.LastCut(messages)
	if first == 0 && all >= recent {
		first = last
	}
	if force {
		first = max(first, history.CutWithin(messages, all/2, estimate))
		if first <= 1 && isSummary(r.now.history[0]) {
			first = last
		}
	}
	if isSummary(r.now.history[0]) && first <= 1 {
		return nil, r.now.history // only the summary itself would be summarised
	}
	older, kept = r.now.history[:first:first], r.now.history[first:]
	budget := history.Budget(r.window(), history.DefaultShare)
	stays := map[int]bool{}
	for _, i := range history.Prune(messages[first:], budget, estimate).Kept {
		stays[i] = true
	}
	var left []pipeline.Message
	for i, m := range kept {
		if stays[i] || first+i >= last {
			left = append(left, m)
		} else {
			older = append(older, m)
		}
	}
	return older, left
}

// summarise asks for the summary of some messages, part by part if they are too long for one request (O-36, O-37).
// splitTurn: the results of their last request come after them.
func (r *run) summarise(
	place *pipeline.Runtime, older []pipeline.Message, splitTurn bool,
) (pipeline.Pieces, error) {
	var summary pipeline.Pieces
	if isSummary(older[0]) {
		earlier := pipeline.Message{Sections: older[0].Sections[len(older[0].Sections)-1:]}
		summary, older = earlier.Pieces(), older[1:]
	}
	system, err := r.prompts.compactionSystem.Render(nil)
	if err != nil {
		return nil, err
	}
	declared := declaredCompaction(r.oldest(older))
	chunks := r.chunks(older)
	for n, chunk := range chunks {
		user, err := r.prompts.compactionUser.Render(compactionData{
			Summary: summary, Messages: r.spoken(chunk), SplitTurn: splitTurn && n == len(chunks)-1,
		})
		if err != nil {
			return nil, err
		}
		_, err = reply.Ask(r.ctx, place, pipeline.Request{
			Stage: stageCompaction, Leaf: fmt.Sprintf("summary-%d", n+1), Declared: declared,
			Messages: []pipeline.Message{
				{Role: pipeline.RoleSystem, Sections: system}, {Role: pipeline.RoleUser, Sections: user},
			},
		}, reply.Asking[pipeline.Pieces]{Read: func(resp pipeline.Response) (pipeline.Pieces, error) {
			if jstext.Blank(resp.Content) {
				return nil, &pipeline.Failure{Reason: pipeline.Empty}
			}
			summary = place.AnswerText(stageCompaction).Of(resp.Content)
			return summary, nil
		}})
		if err != nil {
			return nil, err
		}
	}
	return summary, nil
}

// chunks returns the parts in which messages are summarised.
func (r *run) chunks(messages []pipeline.Message) [][]pipeline.Message {
	tokens := r.estimate().Each(history.Of(messages))
	most := int(float64(r.window()) * history.AdaptiveRatio(tokens, r.window()))
	var all [][]pipeline.Message
	for _, n := range history.ChunkByMax(tokens, most) {
		all, messages = append(all, messages[:n]), messages[n:]
	}
	return all
}

// spoken returns messages for the summarising model. One that would take half of the window is left out.
func (r *run) spoken(messages []pipeline.Message) []spokenData {
	var all []spokenData
	tokens := r.estimate().Each(history.Of(messages))
	for i, m := range messages {
		shown := spokenData{Role: m.Role, Tool: m.Name, Text: m.Pieces()}
		if history.Oversized(tokens[i], r.window()) {
			shown.Text, shown.Left = nil, tokens[i]
		}
		for _, c := range m.ToolCalls {
			shown.Calls = append(shown.Calls, calledData{m.Source.Of(c.Name), m.Source.Of(c.Arguments)})
		}
		all = append(all, shown)
	}
	return all
}

// oldest returns the text of the first message that is not a tool's, if the model sees it before any summary; else
// empty.
func (r *run) oldest(messages []pipeline.Message) string {
	if r.engine.Info().ID != legacyEngine {
		return ""
	}
	for _, m := range messages {
		if text := m.Content(); m.Role != pipeline.RoleTool && !jstext.Blank(text) {
			return text
		}
	}
	return ""
}

func isSummary(m pipeline.Message) bool {
	n := len(m.Sections)
	return m.Role == pipeline.RoleUser && n > 0 && m.Sections[n-1].Name == sectionSummary
}

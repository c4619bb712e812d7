package alfred

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/pyrepr"
)

// batchOf returns what a write step has to save: the artefacts that it names, if there are several (F7).
func (w *work) batchOf(s step) []batchItem {
	if stepType(s.Type) != stepWrite {
		return nil
	}
	var items []batchItem
	for _, ref := range w.saves(s) {
		e, _ := w.Registry.Entity(ref)
		items = append(items, batchItem{Ref: code.Of(ref), Label: e.From.Of(e.Label), Status: "pending"})
	}
	if len(items) < 2 {
		return nil
	}
	return items
}

// saves returns the artefacts that a write step names, in order.
func (w *work) saves(s step) []string {
	var refs []string
	for _, ref := range w.refsIn(s.Description.String()) {
		if e, _ := w.Registry.Entity(ref); e.Pending && stepType(s.Type) == stepWrite {
			refs = append(refs, ref)
		}
	}
	return refs
}

// stillUnsaved tells Reply which items of the batch are not saved, by name.
func (w *work) stillUnsaved() pipeline.Pieces {
	text := code.Of("Not saved: ")
	sep := code.Of("")
	for _, item := range w.items() {
		if item.Status == "pending" {
			text, sep = pipeline.JoinPieces(text, sep, item.Label), code.Of(", ")
		}
	}
	return pipeline.JoinPieces(text, code.Of("."))
}

// unsaved returns the names of unsaved items of the batch.
func (w *work) unsaved() []string {
	var left []string
	for _, item := range w.items() {
		if item.Status == "pending" {
			left = append(left, item.Ref.String())
		}
	}
	return left
}

// someOf formats a list of references as the program does: the first three.
func someOf(refs []string) string {
	quoted := make([]string, len(refs))
	for i, ref := range refs {
		quoted[i] = pyrepr.Quote(ref)
	}
	const most = 3
	if len(refs) > most {
		return "[" + strings.Join(quoted[:most], ", ") + "]..."
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// items returns the batch in its current state.
func (w *work) items() []batchItem {
	items := slices.Clone(w.batch)
	for i, item := range items {
		if e, known := w.Registry.Entity(item.Ref.String()); known && !e.Pending {
			items[i].Status, items[i].Result = "completed", code.Of(e.Ref)
		}
	}
	return items
}

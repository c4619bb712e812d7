// Package model holds every way to answer a request, as decorators of pipeline.Model. Which of them answer the calls of
// a case, and in what order, is said in one place, suites/runner/models.go. From the system inwards the order is
//
//	run       Runtime → Capture →           Scripted (the case) → Replay → Scripted (the suite's otherwise) → Nothing
//	a fault   Runtime → Capture → Instead → Scripted (the case) → Replay → Scripted (the suite's otherwise) → a stub
//	recording Runtime → Capture → Recorder → a model
//
// Capture is outermost: what it keeps is what the system sent and what the system got. A fault stands below it and
// above whoever answers, a server that is recorded too: a recording holds what that one said. The faults that a suite
// puts into all of its cases stand so in each of these runs, below the fault of a single one. Nothing is innermost:
// whatever comes that far is a miss, and a miss is an error of the case, never a silent call to a live model. Only a
// run with a fault of its own has a stub there, since its case need not have answers for where the fault leads.
//
// Vectors of texts come from an embedder in place of a model: EmbedReplay in a run, EmbedRecorder before the one that a
// server has. What they keep are Embeddings, one file for a set of recordings.
package model

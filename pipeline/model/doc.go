// Package model has every way to answer a request, as decorators of pipeline.Model. suites/runner/models.go alone
// decides which of them answer the calls of a case, and in what order. From the system inwards the order is
//
//	run       Runtime → Capture →           Scripted (the case) → Replay → Scripted (the suite's otherwise) → Nothing
//	a fault   Runtime → Capture → Instead → Scripted (the case) → Replay → Scripted (the suite's otherwise) → a stub
//	recording Runtime → Capture → Recorder → a model
//
// Capture is outermost: it keeps what the system sent and what the system got. A fault stands below it and above
// whatever answers, including a server that is recorded: a recording holds the server's own answer. The faults that a
// suite puts into all of its cases stand there in each of these runs, below the fault of a single one. Nothing is
// innermost: a request that gets that far is a miss, and a miss is an error of the case, never a silent call to a live
// model. Only a run with a fault of its own has a stub there: its case may lack answers for where the fault leads.
//
// Vectors of texts come from an embedder instead of a model: EmbedReplay in a run, EmbedRecorder before a server's
// embedder. They keep Embeddings, one file for a set of recordings.
package model

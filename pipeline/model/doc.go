// Package model holds every way to answer a request, as decorators of pipeline.Model. From the system inwards the order
// is
//
//	Runtime → Capture → Scripted (the case) → Replay → Scripted (the suite's otherwise) → Nothing
//	Runtime → Capture → Recorder → a model
//
// Capture is outermost: what it keeps is what the system sent and what the system got. Nothing is innermost: whatever
// comes that far is a miss, and a miss is an error of the case, never a silent call to a live model.
package model

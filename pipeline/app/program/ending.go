package program

import "github.com/beaver-eval/beaver-eval/pipeline"

// Ending implements pipeline.Ended.
func (e *ExitError) Ending() pipeline.Ending {
	return pipeline.Ending{Kind: pipeline.EndingExit, Code: e.Code, Last: e.Last}
}

// Ending implements pipeline.Ended.
func (e *NoReplyError) Ending() pipeline.Ending {
	return pipeline.Ending{Kind: pipeline.EndingNoReply, Last: e.Last}
}

// Ending implements pipeline.Ended.
func (e *TimeoutError) Ending() pipeline.Ending {
	return pipeline.Ending{Kind: pipeline.EndingTimeout, Last: e.Last}
}

// Ending implements pipeline.Ended.
func (e *FloodError) Ending() pipeline.Ending { return pipeline.Ending{Kind: pipeline.EndingOther} }

// Ending implements pipeline.Ended.
func (e *ProtocolError) Ending() pipeline.Ending { return pipeline.Ending{Kind: pipeline.EndingOther} }

// Ending implements pipeline.Ended.
func (e *StatusError) Ending() pipeline.Ending { return pipeline.Ending{Kind: pipeline.EndingOther} }

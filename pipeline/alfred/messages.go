package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// identity is the part of the system message that stands before a node's own: every node has it, in the program Reply
// alone (F0).
func (p *prompts) identity(program bool) []part {
	if program {
		return nil
	}
	return []part{{p.system, nil}}
}

// understand is what the node Understand reads.
func (p *prompts) understand(v understandView) ([]pipeline.Message, error) {
	return exchange(p.understandUser, v.data(), append(p.identity(v.Program), part{p.understandSystem, nil})...)
}

// think is what the node Think reads.
func (p *prompts) think(v thinkView) ([]pipeline.Message, error) {
	return exchange(p.thinkUser, v.data(), append(p.identity(v.Program), part{p.thinkSystem, nil})...)
}

// quick is what the node Act Quick reads.
func (p *prompts) quick(v quickView) ([]pipeline.Message, error) {
	return exchange(p.quickUser, v.data(), append(p.identity(v.Program), part{p.quickSystem, nil})...)
}

// reply is what the node Reply reads. Its system message always says who Alfred is, and how he speaks (F0).
func (p *prompts) reply(v replyView) ([]pipeline.Message, error) {
	return exchange(p.replyUser, v.data(), part{p.system, nil}, part{p.persona, nil}, part{p.replySystem, nil})
}

// summarize is what the node Summarize reads.
func (p *prompts) summarize(v summarizeView) ([]pipeline.Message, error) {
	return exchange(p.summarizeUser, summarizeData{v.Message, v.Answer},
		append(p.identity(v.Program), part{p.summarizeSystem, nil})...)
}

// act is what the node Act reads for one action in a step.
func (p *prompts) act(v actView) ([]pipeline.Message, error) {
	d, err := p.actData(v)
	if err != nil {
		return nil, err
	}
	return exchange(p.actUser, d, append(p.identity(v.Program), p.actParts(v.Step.Type)...)...)
}

// actParts are the parts of Act's own in its system message: base, the database where the step may use it, and what the
// type of the step asks for (F6).
func (p *prompts) actParts(stepType string) []part {
	parts := []part{{p.actSystem, nil}}
	if usesDatabase(stepType) {
		parts = append(parts, part{p.actCrud, nil})
	}
	return append(parts, part{p.actTypes[stepType], nil})
}

package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// identity is the part of the system message before a node's own: every node has it, in the program only Reply (F0).
func (p *prompts) identity(program bool) []part {
	if program {
		return nil
	}
	return []part{{p.system, nil}}
}

// understand returns the prompt of the node Understand.
func (p *prompts) understand(v understandView) ([]pipeline.Message, error) {
	return exchange(p.understandUser, v.data(), append(p.identity(v.Program), part{p.understandSystem, nil})...)
}

// think returns the prompt of the node Think.
func (p *prompts) think(v thinkView) ([]pipeline.Message, error) {
	return exchange(p.thinkUser, v.data(), append(p.identity(v.Program), part{p.thinkSystem, nil})...)
}

// quick returns the prompt of the node Act Quick.
func (p *prompts) quick(v quickView) ([]pipeline.Message, error) {
	return exchange(p.quickUser, v.data(), append(p.identity(v.Program), part{p.quickSystem, nil})...)
}

// reply returns the prompt of the node Reply. Its system message always has Alfred's identity and tone (F0).
func (p *prompts) reply(v replyView) ([]pipeline.Message, error) {
	return exchange(p.replyUser, v.data(), part{p.system, nil}, part{p.persona, nil}, part{p.replySystem, nil})
}

// summarize returns the prompt of the node Summarize.
func (p *prompts) summarize(v summarizeView) ([]pipeline.Message, error) {
	return exchange(p.summarizeUser, summarizeData{v.Message, v.Answer},
		append(p.identity(v.Program), part{p.summarizeSystem, nil})...)
}

// act returns the prompt of the node Act for one action in a step.
func (p *prompts) act(v actView) ([]pipeline.Message, error) {
	d, err := p.actData(v)
	if err != nil {
		return nil, err
	}
	return exchange(p.actUser, d, append(p.identity(v.Program), p.actParts(v.Step.Type)...)...)
}

// actParts returns Act's own parts of its system message: base, the database if the step may use it, and the part for
// the type of the step (F6).
func (p *prompts) actParts(stepType string) []part {
	parts := []part{{p.actSystem, nil}}
	if usesDatabase(stepType) {
		parts = append(parts, part{p.actCrud, nil})
	}
	return append(parts, part{p.actTypes[stepType], nil})
}

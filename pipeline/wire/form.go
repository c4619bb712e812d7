package wire

import (
	"maps"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// form is how one provider writes requests and answers. body and answerBody return values for encode.
type form interface {
	body(pipeline.Request) (any, error)
	read([]byte) (pipeline.Request, error)
	answerBody(pipeline.Response) any
	answer([]byte) (pipeline.Response, error)
}

// message returns a message that is read back.
func message(role string, content text) pipeline.Message {
	m := pipeline.Message{Role: role}
	if content != "" {
		m.Sections = []pipeline.Section{{Name: "Content", Text: string(content)}}
	}
	return m
}

// nameResults gives each tool message the name of the call that it answers: the n-th result with an id has the name of
// the n-th call with it in the newest message with such a call.
func nameResults(ms []pipeline.Message) {
	names := map[string][]string{} // of the newest message that has calls with the id
	for i := range ms {
		if n := names[ms[i].ToolCallID]; ms[i].Role == pipeline.RoleTool && len(n) > 0 {
			ms[i].Name = n[0]
			names[ms[i].ToolCallID] = n[min(1, len(n)-1):]
		}
		asked := map[string][]string{}
		for _, c := range ms[i].ToolCalls {
			asked[c.ID] = append(asked[c.ID], c.Name)
		}
		maps.Copy(names, asked)
	}
}

// limit returns num_predict for the forms that express no limit, a number that is not positive, by omission.
func limit(o pipeline.Options) *int {
	if o.NumPredict == nil || *o.NumPredict <= 0 {
		return nil
	}
	return o.NumPredict
}

// firstSystem splits off a leading system message, for the forms with a separate key for it.
func firstSystem(ms []pipeline.Message) (system *text, rest []pipeline.Message) {
	if len(ms) == 0 || ms[0].Role != pipeline.RoleSystem {
		return nil, ms
	}
	t := text(ms[0].Content())
	return &t, ms[1:]
}

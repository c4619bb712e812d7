package agens

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// answer is a node's parsed answer.
type answer struct {
	body    string
	next    []router.Instruction // its own instructions; without any the node's router decides
	badNext string               // a value instead of their list: the job ends with invalid_next
	calls   []toolCall
	outputs map[string]any // in the types of jsonvalue.Parse
}

// reader reads answers: the original's is its host (G0). A *pipeline.Failure refuses the answer.
type reader func(n *node, policy pipeline.Policy, text string) (answer, error)

func readerOf(compat string) reader {
	if compat == compatProgram {
		return readLoosely
	}
	return readStrictly
}

// said is the form of an answer (G5). Optional parts count as empty; the outputs are checked by the node that declares
// them.
type said struct {
	Body  string     `json:"body" reply:"required"`
	Next  []saidNext `json:"next" reply:"required"`
	Calls []saidCall `json:"tool_calls"`
}

type saidNext struct {
	Type  nextType `json:"type" reply:"required"`
	Value *string  `json:"value"`
}

type nextType string

// Values implements reply.Enum.
func (nextType) Values() []string { return router.Types() }

type saidCall struct {
	ID        string     `json:"id" reply:"required"`
	Name      string     `json:"name" reply:"required"`
	Arguments []argument `json:"arguments" reply:"required"`
	Server    string     `json:"server_name"` // tools of a case have none: only the prompt shows it again
	Type      callType   `json:"type"`
}

type callType string

// Values implements reply.Enum.
func (callType) Values() []string { return router.CallTypes() }

type argument struct {
	Key   string `json:"key" reply:"required"`
	Value string `json:"value" reply:"required"`
}

// readStrictly accepts an answer of the requested form that is not empty, and refuses any other with Schema.
func readStrictly(n *node, policy pipeline.Policy, text string) (answer, error) {
	tree, err := object(policy, text)
	if err != nil {
		return answer{}, err
	}
	says, err := reply.Decode[said](policy, text)
	if err != nil {
		return answer{}, err
	}
	a := answer{body: says.Body}
	for i, next := range says.Next {
		kind := string(next.Type)
		if !router.Known(kind, next.Value != nil && *next.Value != "") {
			return answer{}, misfit(fmt.Sprintf("next[%d].value", i), "the id that "+kind+" goes to", "nothing")
		}
		value := ""
		if next.Value != nil {
			value = *next.Value
		}
		a.next = append(a.next, router.Single(kind, value))
	}
	if a.calls, err = callsOf(says.Calls, tree); err != nil {
		return answer{}, err
	}
	if a.outputs, err = outputsOf(n, tree); err != nil {
		return answer{}, err
	}
	if strings.TrimSpace(a.body) == "" && len(a.next)+len(a.calls)+len(a.outputs) == 0 {
		return answer{}, misfit(router.KeyBody, "a text, as nothing else is said", described(a.body))
	}
	return a, nil
}

// object returns the answer's JSON object. Its errors have the project's own wording, since the next prompt shows them.
func object(policy pipeline.Policy, text string) (map[string]any, error) {
	raw, err := reply.Read(policy, text)
	if why, ok := errors.AsType[*pipeline.Failure](err); ok && why.Reason == pipeline.Malformed {
		return nil, &pipeline.Failure{Reason: why.Reason, Err: errors.New("wanted one JSON object and nothing else")}
	}
	if err != nil {
		return nil, err
	}
	v, err := jsonvalue.Parse(raw)
	if err != nil {
		return nil, err
	}
	tree, ok := v.(map[string]any)
	if !ok {
		return nil, misfit("the answer", "an object", described(v))
	}
	return tree, nil
}

// outputsOf returns the outputs of an answer. Declared ones are null or match their schemas; the router checks for
// missing ones (G6).
func outputsOf(n *node, tree map[string]any) (map[string]any, error) {
	outputs, ok := tree[router.KeyOutputs].(map[string]any)
	if !ok && tree[router.KeyOutputs] != nil {
		return nil, misfit(router.KeyOutputs, "an object", described(tree[router.KeyOutputs]))
	}
	if outputs == nil {
		outputs = map[string]any{}
	}
	for _, o := range n.Outputs {
		if want := o.Wants(outputs[o.Key]); want != "" {
			return nil, misfit(router.KeyOutputs+"."+o.Key, want, described(outputs[o.Key]))
		}
	}
	return outputs, nil
}

// misfit returns the failure of an answer with a wrong value at a place.
func misfit(at, want, got string) error {
	return &pipeline.Failure{Reason: pipeline.Schema, Err: fmt.Errorf("%s: wanted %s, got %s", at, want, got)}
}

// described describes a value of an answer in a few words.
func described(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return fmt.Sprintf("%q", pipeline.ShortName(v))
	case nil:
		return "null"
	}
	return pipeline.ShortName(fmt.Sprint(v))
}

// readLoosely reads an answer as the program treats its host's (compat: program): unknown instructions are dropped,
// outputs are taken unchecked, and the job refuses anything but a list of instructions.
func readLoosely(_ *node, policy pipeline.Policy, text string) (answer, error) {
	tree, err := object(policy, text)
	if err != nil {
		return answer{}, err
	}
	body, ok := tree[router.KeyBody].(string)
	if !ok {
		return answer{}, misfit(router.KeyBody, "a string", described(tree[router.KeyBody]))
	}
	a := answer{body: body, outputs: map[string]any{}}
	next, isList := tree[router.KeyNext].([]any)
	if a.next = router.ParseNext(next); !isList {
		a.badNext = described(tree[router.KeyNext])
	}
	if outputs, ok := tree[router.KeyOutputs].(map[string]any); ok {
		a.outputs = outputs
	}
	if tree[router.KeyToolCalls] == nil {
		return a, nil
	}
	says, err := reply.Decode[struct {
		Calls []saidCall `json:"tool_calls"`
	}](policy, text)
	if err == nil {
		a.calls, err = callsOf(says.Calls, tree)
	}
	return a, err
}

// maxToolCalls is the maximum number of tool calls of an answer.
const maxToolCalls = 32

// toolCall is a call in an answer.
type toolCall struct {
	saidCall
	said any // as the answer spells it
}

// callsOf returns the tool calls of an answer: not too many, and with unique ids.
func callsOf(says []saidCall, tree map[string]any) ([]toolCall, error) {
	if len(says) > maxToolCalls {
		return nil, misfit(router.KeyToolCalls, fmt.Sprintf("at most %d calls", maxToolCalls), strconv.Itoa(len(says)))
	}
	all, _ := tree[router.KeyToolCalls].([]any)
	var calls []toolCall
	for i, call := range says {
		known := slices.ContainsFunc(calls, func(c toolCall) bool { return c.ID == call.ID })
		if known || call.ID == "" {
			at := fmt.Sprintf("%s[%d].id", router.KeyToolCalls, i)
			return nil, misfit(at, "an id that no other call has", described(call.ID))
		}
		calls = append(calls, toolCall{call, all[i]})
	}
	return calls, nil
}

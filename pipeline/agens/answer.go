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

// answer is what a node's answer says.
type answer struct {
	body    string
	next    []router.Instruction // its own; without any the node's router decides
	badNext string               // what stands in their place and is no list: the job ends with invalid_next
	calls   []toolCall
	outputs map[string]any // in the types of jsonvalue.Parse
}

// reader reads answers: that of the original is its host (G0). A *pipeline.Failure refuses the answer.
type reader func(n *node, policy pipeline.Policy, text string) (answer, error)

func readerOf(compat string) reader {
	if compat == compatProgram {
		return readLoosely
	}
	return readStrictly
}

// said is the form of an answer (G5). What may be missing counts as empty; the outputs are the
// business of the node that declares them.
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
}

type argument struct {
	Key   string `json:"key" reply:"required"`
	Value string `json:"value" reply:"required"`
}

// readStrictly takes an answer that has the form which it was asked for and says something, and refuses any other with
// Schema.
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

// object is the answer's JSON object. What is none is said in the project's own words, since the next prompt shows it.
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

// outputsOf are the outputs of an answer. Those that the node declares are null or fit their schemas; whether one is
// missing is the router's question (G6).
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

// misfit refuses an answer that has another value at a place than it should.
func misfit(at, want, got string) error {
	return &pipeline.Failure{Reason: pipeline.Schema, Err: fmt.Errorf("%s: wanted %s, got %s", at, want, got)}
}

// described is a value of an answer in a few words.
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

// readLoosely reads an answer as the program does what its host hands it (compat: program): instructions that there are
// not are dropped, outputs are taken whatever they are, and what is no list of instructions is for the job to refuse.
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

// maxToolCalls is how many tools one answer may call.
const maxToolCalls = 32

// toolCall is a call that an answer asks for.
type toolCall struct {
	saidCall
	said any // as the answer spells it
}

// callsOf are the tool calls of an answer: not too many, and each with an id of its own.
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

package agens

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// resolver returns a node's router: the first route whose conditions all hold counts. Without one the thread is done.
func resolver(routes []Route) func([]router.Value) []router.Instruction {
	return func(values []router.Value) []router.Instruction {
		for _, r := range routes {
			if r.holds(values) {
				return r.Next
			}
		}
		return nil
	}
}

// holds reports whether all conditions of a route do. They were checked: none returns an error any more.
func (r Route) holds(values []router.Value) bool {
	for _, c := range r.When {
		if ok, err := c.Check(values); err != nil || !ok {
			return false
		}
	}
	return true
}

// checkOutputs returns an error for an output that no answer could have.
func checkOutputs(outputs []router.Output) error {
	for i, o := range outputs {
		switch {
		case o.Key == "":
			return fmt.Errorf("outputs[%d]: key: empty", i)
		case o.Type == router.TypeEnum && len(o.Meta.Choices) == 0:
			return fmt.Errorf("output %s: an enum without meta: choices", o.Key)
		case o.Meta.Min != nil && o.Meta.Max != nil && router.Compare(*o.Meta.Min, *o.Meta.Max) > 0:
			return fmt.Errorf("output %s: no number is from %s to %s", o.Key, *o.Meta.Min, *o.Meta.Max)
		}
	}
	_, err := router.Properties(outputs)
	return err
}

// checkRoutes returns an error for unknown instructions, and for conditions that could not be evaluated.
func checkRoutes(n Node) error {
	var probe []router.Value // a non-null value of each output, so that operators are checked
	for _, o := range n.Outputs {
		probe = append(probe, router.Value{Output: o, Value: json.Number("0")})
	}
	for i, r := range n.Routes {
		for _, c := range r.When {
			if _, err := c.Check(probe); err != nil {
				return fmt.Errorf("routes[%d]: %w", i, err)
			}
			if _, ok := find(n.Outputs, c.Key); !ok {
				return fmt.Errorf("routes[%d]: condition on %q, which is no output of the node", i, c.Key)
			}
		}
		for k, in := range r.Next {
			if err := checkInstruction(in); err != nil {
				return fmt.Errorf("routes[%d]: next[%d]: %w", i, k, err)
			}
		}
	}
	return nil
}

func find(outputs []router.Output, key string) (router.Output, bool) {
	for _, o := range outputs {
		if o.Key == key {
			return o, true
		}
	}
	return router.Output{}, false
}

func checkInstruction(i router.Instruction) error {
	switch {
	case !router.Known(i.Type, i.Value != ""):
		return fmt.Errorf("no instruction: type %q, value %q (there are route, yield and sub with a value, end, retry)",
			i.Type, i.Value)
	case i.Count != nil && (i.Type != router.TypeRoute || *i.Count < 0):
		return fmt.Errorf("count: only of a route, and not below 0")
	case i.Reason != nil && i.Type != router.TypeRetry:
		return fmt.Errorf("reason: only of a retry")
	}
	return nil
}

package score

import (
	"fmt"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func TestPricesAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"{models: {m: {prompt: 1, output: 2}, free: {prompt: 0, output: 0}}}": "",
		"{models: {m: {prompt: -1}}}": "s.yaml:1: prices: m has a negative " +
			"price",
		"{models: {m: {output: -0.1}}}": "s.yaml:1: prices: m has a negative " +
			"price",
	} {
		n, err := strict.ParseYAML("s.yaml", []byte("prices: "+text))
		if err != nil {
			t.Fatal(err)
		}
		var s struct {
			Prices *PriceList `json:"prices"`
		}
		if err := n.Decode(&s); err != nil {
			t.Fatal(err)
		}
		err = s.Prices.Check(n.Get("prices"))
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && got != want {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A cost says how much of it is estimated.
func TestEstimatesAreSaid(t *testing.T) {
	c := &trace.Call{Stage: "main", Tokens: trace.Tokens{Prompt: 10, Output: 5, Estimated: 5}}
	scores := measureCost(nil, &trace.Trace{Steps: []trace.Step{{Call: c}, {Call: c}}}, nil)
	if got := scores[1].Reason; got != "20 tokens; 10 of prompt and output are estimates" {
		t.Error(got)
	}
	c.Tokens.Estimated = 0
	if got := measureCost(nil, &trace.Trace{Steps: []trace.Step{{Call: c}}}, nil)[2].Reason; got != "5 tokens" {
		t.Error(got)
	}
}

package faults

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// canTake reports whether the stage can take an answer: any text, one with the tags of the intended answer, or one JSON
// value that fits the schema, with nothing around it unless the intended answer has that too, and only with offered
// names if the stage chooses among names. The error says that the schema is invalid.
func (a *attempt) canTake(x model.Exchange) (bool, error) {
	st, policy := a.call.Of, pipeline.Strict
	switch {
	case x.Err != nil:
		return false, nil
	case st.Reads == pipeline.ReadsText:
		return true, nil
	case st.Reads == pipeline.ReadsTagged: // the stage judges the text between them
		return slices.Equal(tagsOf(x.Response), tagsOf(a.call.Asked.Response)), nil
	}
	if _, err := reply.Read(policy, a.call.Asked.Response.Content); err != nil {
		policy = a.cell.Policy
	}
	raw, err := reply.Read(policy, x.Response.Content)
	if err != nil || st.Schema == "" {
		return err == nil || st.Reads == "", nil
	}
	if slices.Contains(st.Reasons, pipeline.UnknownName) && !allOffered(raw, x.Request) {
		return false, nil
	}
	var schema *score.Schema
	n, err := strict.ParseJSON("", 1, []byte(st.Schema))
	if err == nil {
		schema, err = score.CompileSchema(n)
	}
	if err != nil {
		return false, fmt.Errorf("the schema of the stage %s cannot be read: %w", st.Name, err)
	}
	wrong, err := schema.Against(score.NewBudget(context.Background()), string(raw))
	return err == nil && wrong == "", nil
}

// tagsOf returns the tags of an answer, in order.
func tagsOf(resp pipeline.Response) []string { return tag.FindAllString(resp.Content, -1) }

var tag = regexp.MustCompile(`</?\w+>`)

package page

import (
	"context"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// mostModels is how many ways of asking the head lists.
const mostModels = 50

// Models says who answered the calls of a run.
type Models struct {
	Asked string  `json:"asked,omitempty"` // the server, in words; left out: none was asked
	List  []Model `json:"list"`            // in the order of the run
	More  int     `json:"more,omitempty"`  // that are not in the list
}

// Model is a model, or a script in its place, with the parameters of its calls.
type Model struct {
	Model      string `json:"model"`      // that answered; empty: a script, or nothing
	Wanted     string `json:"wanted"`     // that was asked for
	Digest     string `json:"digest"`     // of the model; empty: no server said it
	Server     string `json:"server"`     // its version
	Source     string `json:"source"`     // of the answers: scripted, ollama, …
	Parameters string `json:"parameters"` // temperature 0, num_ctx 8192
	Judge      bool   `json:"judge,omitempty"`
	Calls      int    `json:"calls"`
}

// askedRow has the columns of a call's row about the model that was asked.
type askedRow struct {
	Stage         string   `parquet:"stage,dict"`
	Path          string   `parquet:"path,dict"`
	Wanted        string   `parquet:"gen_ai.request.model,dict"`
	Model         string   `parquet:"gen_ai.response.model,dict"`
	Digest        *string  `parquet:"model_digest,dict"`
	Server        *string  `parquet:"server_version,dict"`
	Source        string   `parquet:"source,dict"`
	Temperature   *float64 `parquet:"gen_ai.request.temperature"`
	TopP          *float64 `parquet:"gen_ai.request.top_p"`
	TopK          *int64   `parquet:"gen_ai.request.top_k"`
	MinP          *float64 `parquet:"request_min_p"`
	RepeatPenalty *float64 `parquet:"request_repeat_penalty"`
	Seed          *int64   `parquet:"gen_ai.request.seed"`
	NumCtx        *int64   `parquet:"request_num_ctx"`
	MaxTokens     *int64   `parquet:"gen_ai.request.max_tokens"`
	Stop          []string `parquet:"gen_ai.request.stop_sequences,list"`
}

// ofModels returns who answered the calls of a run; nil: it made none.
func ofModels(ctx context.Context, run *stored.Run) (*Models, error) {
	all := &Models{List: []Model{}}
	if run.Answers != nil {
		all.Asked = run.Answers.Asked()
	}
	places := map[Model]int{}
	err := rows.Each(ctx, run.Folder(), "calls", func(r *askedRow) {
		call := trace.Call{Stage: r.Stage, Path: r.Path}
		m := Model{Model: r.Model, Wanted: r.Wanted, Digest: deref(r.Digest), Server: deref(r.Server),
			Source: r.Source, Parameters: r.parameters(), Judge: call.Judges()}
		at, known := places[m]
		switch {
		case known && at < mostModels:
			all.List[at].Calls++
		case known:
		case len(places) < mostModels:
			places[m] = len(all.List)
			m.Calls = 1
			all.List = append(all.List, m)
		default:
			places[m] = mostModels
			all.More++
		}
	})
	if err != nil || len(all.List) == 0 {
		return nil, err
	}
	return all, nil
}

// parameters returns what a call was asked with, in words.
func (r *askedRow) parameters() string {
	var words []string
	share := func(name string, v *float64) {
		if v != nil {
			words = append(words, name+" "+strconv.FormatFloat(*v, 'g', -1, 64))
		}
	}
	whole := func(name string, v *int64) {
		if v != nil {
			words = append(words, name+" "+strconv.FormatInt(*v, 10))
		}
	}
	share("temperature", r.Temperature)
	share("top_p", r.TopP)
	whole("top_k", r.TopK)
	share("min_p", r.MinP)
	share("repeat_penalty", r.RepeatPenalty)
	whole("seed", r.Seed)
	whole("num_ctx", r.NumCtx)
	whole("max_tokens", r.MaxTokens)
	for _, text := range r.Stop {
		words = append(words, "stop "+strconv.Quote(text))
	}
	return strings.Join(words, ", ")
}

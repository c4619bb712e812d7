package rows

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

type (
	// inputRow is the input of a turn.
	inputRow struct {
		Turn string `parquet:"turn,dict"`
		Kind string `parquet:"kind,dict"`
		Text string `parquet:"text_digest,dict"`
	}
	// outcomeRow is the outcome of a turn.
	outcomeRow struct {
		Turn    string     `parquet:"turn,dict"`
		Status  string     `parquet:"status,dict"`
		Replies []ReplyRow `parquet:"replies,list"`
	}
	// TurnRow is a turn that began, with its outcome and the sums over its calls.
	TurnRow struct {
		Suite           string     `parquet:"suite,dict"`
		Case            string     `parquet:"case_id,dict"`
		Sample          int32      `parquet:"sample"`
		Turn            string     `parquet:"turn,dict"`
		Kind            string     `parquet:"kind,dict"`
		User            string     `parquet:"user_digest,dict"`
		Status          *string    `parquet:"status,dict"`
		Replies         []ReplyRow `parquet:"replies,list"`
		State           *string    `parquet:"state_digest,dict"`
		Calls           int32      `parquet:"calls"`
		TokensPrompt    int64      `parquet:"tokens_prompt"`
		TokensOutput    int64      `parquet:"tokens_output"`
		TokensEstimated int64      `parquet:"tokens_estimated"`
		Duration        *int64     `parquet:"duration_ns"`
	}
	ReplyRow struct {
		To   string `parquet:"to,dict"`
		Kind string `parquet:"kind,dict"`
		Path string `parquet:"path,dict"`
		Text string `parquet:"text_digest,dict"`
	}
)

func (r outcomeRow) size() int { return sizeOf(r.Turn, r.Status) + sizeOfReplies(r.Replies) }

func (r TurnRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Turn, r.Kind, r.User) + sizeOfSaid(r.Status) + sizeOfReplies(r.Replies) +
		sizeOfSaid(r.State) + 6*numSize
}

func (r TurnRow) check() (column, value string) { return "case_id", r.Case }

func sizeOfReplies(replies []ReplyRow) int {
	n := 4 * textSize
	for _, r := range replies {
		n += sizeOf(r.To, r.Kind, r.Path, r.Text)
	}
	return n
}

// turns returns the rows of a case. It also keeps their texts.
func (t *texts) turns(res *result.Result) ([]TurnRow, error) {
	var rows []TurnRow
	at := map[string]int{}
	for _, in := range res.Trace.Inputs {
		at[in.Place] = len(rows)
		rows = append(rows, TurnRow{Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), Turn: in.Place,
			Kind: string(in.Kind), User: t.keep(in.Text)})
	}
	for i := range res.Trace.Steps {
		c := res.Trace.Steps[i].Call
		if c == nil {
			continue
		}
		if n, ok := at[turnOf(c.Path)]; ok {
			rows[n].add(c)
		}
	}
	for _, o := range res.Trace.Outcomes {
		n, ok := at[o.Place]
		if !ok {
			continue
		}
		rows[n].Status, rows[n].Replies = &o.Status, t.replies(o.Replies)
		if o.State == nil {
			continue
		}
		state, err := jsonvalue.Marshal(o.State)
		if err != nil {
			return nil, err
		}
		rows[n].State = t.json(state)
	}
	return rows, nil
}

// add adds a call to the sums.
func (r *TurnRow) add(c *trace.Call) {
	r.Calls++
	r.TokensPrompt += int64(c.Tokens.Prompt)
	r.TokensOutput += int64(c.Tokens.Output)
	r.TokensEstimated += int64(c.Tokens.Estimated)
	if c.Failure != nil || c.Response.Duration == 0 {
		return
	}
	if r.Duration == nil {
		r.Duration = new(int64)
	}
	*r.Duration += int64(c.Response.Duration)
}

func (t *texts) inputs(all []trace.Input) []inputRow {
	var rows []inputRow
	for _, in := range all {
		rows = append(rows, inputRow{in.Place, string(in.Kind), t.keep(in.Text)})
	}
	return rows
}

func (t *texts) outcomes(all []trace.Outcome) []outcomeRow {
	var rows []outcomeRow
	for _, o := range all {
		rows = append(rows, outcomeRow{Turn: o.Place, Status: o.Status, Replies: t.replies(o.Replies)})
	}
	return rows
}

func (t *texts) replies(all []pipeline.Reply) []ReplyRow {
	var rows []ReplyRow
	for _, r := range all {
		rows = append(rows, ReplyRow{printable.Valid(r.To), printable.Valid(r.Kind), printable.Valid(r.Path),
			t.keep(r.Text)})
	}
	return rows
}

func (r *inputRow) input(texts map[string]string) trace.Input {
	return trace.Input{Place: r.Turn, Kind: pipeline.Kind(r.Kind), Text: texts[r.Text]}
}

func (r *outcomeRow) outcome(texts map[string]string) trace.Outcome {
	o := trace.Outcome{Place: r.Turn, Outcome: pipeline.Outcome{Status: r.Status}}
	for _, reply := range r.Replies {
		o.Replies = append(o.Replies, pipeline.Reply{To: reply.To, Kind: reply.Kind, Path: reply.Path,
			Text: texts[reply.Text]})
	}
	return o
}

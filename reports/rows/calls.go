package rows

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// callRow is one messages array with its outcome.
type callRow struct {
	Suite           string        `parquet:"suite,dict"`
	Case            string        `parquet:"case_id,dict"`
	Sample          int32         `parquet:"sample"`
	Path            string        `parquet:"path,dict"`
	Place           string        `parquet:"place,dict"`
	Turn            string        `parquet:"turn,dict"`
	Stage           string        `parquet:"stage,dict"`
	Try             int32         `parquet:"try"`
	Depth           int32         `parquet:"depth"`
	At              *int64        `parquet:"sent_at,timestamp(microsecond)"`
	Operation       string        `parquet:"gen_ai.operation.name,dict"`
	RequestDigest   string        `parquet:"request_digest"`
	RequestModel    string        `parquet:"gen_ai.request.model,dict"`
	Messages        []MessageRow  `parquet:"messages,list"`
	Tools           []ToolRow     `parquet:"tools,list"`
	FormatDigest    *string       `parquet:"format_digest,dict"`
	Parameters      *string       `parquet:"parameters_digest,dict"`
	Temperature     *float64      `parquet:"gen_ai.request.temperature"`
	TopP            *float64      `parquet:"gen_ai.request.top_p"`
	TopK            *int64        `parquet:"gen_ai.request.top_k"`
	MinP            *float64      `parquet:"request_min_p"`
	RepeatPenalty   *float64      `parquet:"request_repeat_penalty"`
	Seed            *int64        `parquet:"gen_ai.request.seed"`
	NumCtx          *int64        `parquet:"request_num_ctx"`
	MaxTokens       *int64        `parquet:"gen_ai.request.max_tokens"`
	Stop            []string      `parquet:"gen_ai.request.stop_sequences,list"`
	Source          string        `parquet:"source,dict"`
	Match           string        `parquet:"match,dict"`
	From            string        `parquet:"source_from,dict"`
	Carried         bool          `parquet:"carried"`
	ResponseModel   string        `parquet:"gen_ai.response.model,dict"`
	ModelDigest     *string       `parquet:"model_digest,dict"`
	ServerVersion   *string       `parquet:"server_version,dict"`
	ResponseDigest  *string       `parquet:"response_digest"`
	ReasoningDigest *string       `parquet:"reasoning_digest"`
	ToolCalls       []ToolCallRow `parquet:"response_tool_calls,list"`
	Finish          []string      `parquet:"gen_ai.response.finish_reasons,list"`
	InputTokens     *int64        `parquet:"gen_ai.usage.input_tokens"`
	OutputTokens    *int64        `parquet:"gen_ai.usage.output_tokens"`
	TokensPrompt    int64         `parquet:"tokens_prompt"`
	TokensOutput    int64         `parquet:"tokens_output"`
	TokensEstimated int64         `parquet:"tokens_estimated"`
	EstimatePrompt  int64         `parquet:"estimate_prompt"`
	EstimateOutput  int64         `parquet:"estimate_output"`
	Duration        *int64        `parquet:"duration_ns"`
	Takes           *int64        `parquet:"takes_ns"`
	Failure         *string       `parquet:"error.type,dict"`
	FailureDetail   *string       `parquet:"error_detail"`
	Missed          bool          `parquet:"missed"`
	Decision        *string       `parquet:"decision"`
	Fallbacks       []Fallback    `parquet:"fallbacks,list"`
	Marks           []string      `parquet:"marks,list"`
	prefixRow
}

func (r callRow) size() int {
	n := sizeOf(r.Suite, r.Case, r.Path, r.Place, r.Turn, r.Stage, r.Operation, r.RequestDigest, r.RequestModel,
		r.Source, r.Match, r.From, r.ResponseModel) + sizeOfAll(r.Stop) + sizeOfAll(r.Finish) + sizeOfAll(r.Marks)
	for _, p := range []*string{
		r.ModelDigest, r.ServerVersion, r.FormatDigest, r.Parameters, r.ResponseDigest, r.ReasoningDigest, r.Failure,
		r.FailureDetail, r.Decision,
	} {
		if n += textSize; p != nil {
			n += len(*p)
		}
	}
	for _, m := range r.Messages {
		n += sizeOf(m.Role, m.Name, m.ToolCallID) + sizeOfToolCalls(m.ToolCalls)
		for _, s := range m.Sections {
			n += sizeOf(s.Name, s.Digest) + 4*textSize
			for _, from := range s.Sources {
				n += sizeOf(from.Kind, from.Name, from.Define, from.Path) + 2*numSize
			}
		}
	}
	return n + sizeOfTools(r.Tools) + sizeOfToolCalls(r.ToolCalls) + sizeOfFallbacks(r.Fallbacks) + r.prefixRow.size() +
		23*numSize
}

func (r callRow) check() (column, value string) { return "path", r.Path }

func sizeOfTools(tools []ToolRow) int {
	n := 0
	for _, t := range tools {
		n += sizeOf(t.Name, t.Description, t.Schema)
	}
	return n
}

func sizeOfToolCalls(calls []ToolCallRow) int {
	n := 3 * textSize
	for _, c := range calls {
		n += sizeOf(c.ID, c.Name, c.Arguments)
	}
	return n
}

// call returns the row of a step that is a call. It also keeps its texts.
func (t *texts) call(res *result.Result, s trace.Step) (callRow, error) {
	c := s.Call
	place := above(c.Path)
	row := callRow{
		Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), Path: c.Path, Place: place, Turn: turnOf(c.Path),
		Stage: c.Stage, Try: int32(s.Try), Depth: int32(s.Depth), At: micros(s.At), Operation: "chat",
		Source: string(c.Origin.Source), Match: string(c.Origin.Match), From: c.Origin.From, Carried: c.Origin.Carried,
		ResponseModel: c.Origin.Model, Missed: c.Missed,
		ModelDigest: said(c.Origin.ModelDigest), ServerVersion: said(c.Origin.Server),
		TokensPrompt: int64(c.Tokens.Prompt), TokensOutput: int64(c.Tokens.Output),
		TokensEstimated: int64(c.Tokens.Estimated),
		EstimatePrompt:  int64(c.Estimates.Prompt), EstimateOutput: int64(c.Estimates.Output),
		Decision: rawText(c.Decision), Fallbacks: fallbacksOf(c.Path, c.Fallbacks),
		Marks: c.Marks, prefixRow: prefixOf(c.Prefix),
	}
	t.request(&row, c)
	t.response(&row, c)
	return row, t.err
}

func (t *texts) request(row *callRow, c *trace.Call) {
	req := &c.Request
	row.RequestDigest, row.RequestModel = c.Digest(), req.Model
	row.Messages = t.messages(req.Messages)
	row.Tools = t.tools(req.Tools)
	row.FormatDigest, row.Parameters = t.json(req.Format), t.json(req.Parameters)
	o := req.Options
	row.Temperature, row.TopP, row.MinP, row.RepeatPenalty = o.Temperature, o.TopP, o.MinP, o.RepeatPenalty
	row.TopK, row.Seed, row.NumCtx, row.MaxTokens = wide(o.TopK), wide(o.Seed), wide(o.NumCtx), wide(o.NumPredict)
	row.Stop = o.Stop
}

// messages returns the messages as rows. They share buffers and are valid until reuse.
func (t *texts) messages(messages []pipeline.Message) []MessageRow {
	begin := len(t.messageRows)
	for _, m := range messages {
		row := MessageRow{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID, ToolCalls: t.toolCalls(m.ToolCalls)}
		first := len(t.sectionRows)
		for _, s := range m.Sections {
			t.sectionRows = append(t.sectionRows, SectionRow{s.Name, t.keep(s.Text), t.sources(s)})
		}
		row.Sections = t.sectionRows[first:]
		t.messageRows = append(t.messageRows, row)
	}
	return t.messageRows[begin:]
}

// reuse gives the buffers to the rows of further calls: those of earlier ones are written.
func (t *texts) reuse() {
	t.messageRows, t.sectionRows, t.sourceRows = t.messageRows[:0], t.sectionRows[:0], t.sourceRows[:0]
}

func (t *texts) sources(s pipeline.Section) []SourceRow {
	first := len(t.sourceRows)
	t.sizes = s.Pieces().AppendSizes(t.sizes[:0])
	for _, from := range t.sizes {
		t.sourceRows = append(t.sourceRows, SourceRow{
			string(from.Source.Kind), printable.Valid(from.Source.Name), printable.Valid(from.Source.Define),
			int32(from.Bytes), printable.Valid(from.Source.Path), int32(from.Line),
		})
	}
	return t.sourceRows[first:]
}

func (t *texts) tools(tools []pipeline.Tool) []ToolRow {
	var rows []ToolRow
	for _, tool := range tools {
		rows = append(rows, ToolRow{tool.Name, t.keep(tool.Description), t.keep(string(tool.Parameters))})
	}
	return rows
}

func (t *texts) toolCalls(calls []pipeline.ToolCall) []ToolCallRow {
	var rows []ToolCallRow
	for _, c := range calls {
		rows = append(rows, ToolCallRow{c.ID, c.Name, t.keep(c.Arguments)})
	}
	return rows
}

// response fills in the answer, the failure, or nothing.
func (t *texts) response(row *callRow, c *trace.Call) {
	switch {
	case c.Failure != nil:
		reason, detail := string(c.Failure.Reason), ""
		if c.Failure.Err != nil {
			detail = printable.Valid(c.Failure.Err.Error())
		}
		row.Failure, row.FailureDetail = &reason, &detail
	case !c.Missed:
		a := &c.Response
		row.ResponseDigest = t.name(a.Content)
		if a.Reasoning != "" {
			row.ReasoningDigest = t.name(a.Reasoning)
		}
		row.ToolCalls = t.toolCalls(a.ToolCalls)
		if a.Finish != "" {
			row.Finish = []string{a.Finish}
		}
		counted := c.Usage()
		row.InputTokens, row.OutputTokens = known(counted.Prompt), known(counted.Completion)
		row.Duration, row.Takes = known(a.Duration), known(a.Takes)
	}
}

package reports

// SchemaVersion stands in every Parquet file under the key schema_version. Columns are added without a new version; one
// that is renamed, taken away or given another meaning makes one.
const SchemaVersion = 1

// The rows of a run's files. docs/parquet.md documents every column. A text of whatever length stands in texts.parquet
// and is named by its digest. A pointer is a column that may be NULL; a plain value never is, not even when it is zero.
type (
	callRow struct {
		Suite           string        `parquet:"suite,dict"`
		Case            string        `parquet:"case_id,dict"`
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
		Messages        []messageRow  `parquet:"messages,list"`
		Tools           []toolRow     `parquet:"tools,list"`
		FormatDigest    *string       `parquet:"format_digest,dict"`
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
		ResponseDigest  *string       `parquet:"response_digest"`
		ReasoningDigest *string       `parquet:"reasoning_digest"`
		ToolCalls       []toolCallRow `parquet:"response_tool_calls,list"`
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
		Fallbacks       []fallbackRow `parquet:"fallbacks,list"`
		Marks           []string      `parquet:"marks,list"`
	}
	messageRow struct {
		Role       string        `parquet:"role,dict"`
		Name       string        `parquet:"name,dict"`
		ToolCallID string        `parquet:"tool_call_id,dict"`
		Sections   []sectionRow  `parquet:"sections,list"`
		ToolCalls  []toolCallRow `parquet:"tool_calls,list"`
	}
	sectionRow struct {
		Name   string `parquet:"name,dict"`
		Digest string `parquet:"text_digest,dict"`
	}
	toolCallRow struct {
		ID        string `parquet:"id,dict"`
		Name      string `parquet:"name,dict"`
		Arguments string `parquet:"arguments_digest,dict"`
	}
	toolRow struct {
		Name        string `parquet:"name,dict"`
		Description string `parquet:"description_digest,dict"`
		Schema      string `parquet:"schema_digest,dict"`
	}
	fallbackRow struct {
		Path   string `parquet:"path,dict"`
		Stage  string `parquet:"stage,dict"`
		Reason string `parquet:"reason,dict"`
		Tries  int32  `parquet:"tries"`
		Detail string `parquet:"detail"`
	}
	rejectedRow struct {
		Path   string `parquet:"path,dict"`
		Stage  string `parquet:"stage,dict"`
		Reason string `parquet:"reason,dict"`
		Detail string `parquet:"detail"`
	}
	askedRow struct {
		Stage string `parquet:"stage,dict"`
		Times int32  `parquet:"times"`
	}
	caseRow struct {
		Suite           string        `parquet:"suite,dict"`
		Case            string        `parquet:"case_id"`
		File            string        `parquet:"file,dict"`
		Line            int32         `parquet:"line"`
		Status          string        `parquet:"status,dict"`
		Skipped         string        `parquet:"skipped,dict"`
		Bug             bool          `parquet:"bug"`
		Compared        bool          `parquet:"compared"`
		Turns           int32         `parquet:"turns"`
		Calls           int32         `parquet:"calls"`
		Unchanged       int32         `parquet:"prompts_unchanged"`
		Changed         int32         `parquet:"prompts_changed"`
		New             int32         `parquet:"prompts_new"`
		Missing         int32         `parquet:"prompts_missing"`
		TokensPrompt    int64         `parquet:"tokens_prompt"`
		TokensOutput    int64         `parquet:"tokens_output"`
		TokensEstimated int64         `parquet:"tokens_estimated"`
		Fallbacks       []fallbackRow `parquet:"fallbacks,list"`
		Asked           []askedRow    `parquet:"asked,list"`
		Stale           int32         `parquet:"calls_stale"`
		Moved           int32         `parquet:"calls_moved"`
		Carried         int32         `parquet:"calls_carried"`
		Imported        int32         `parquet:"calls_imported"`
		Scripted        int32         `parquet:"calls_scripted"`
		Otherwise       int32         `parquet:"calls_otherwise"`
		Missed          int32         `parquet:"calls_missed"`
		Forms           int32         `parquet:"forms_differing"`
		Errors          []string      `parquet:"errors,list"`
		Failures        []string      `parquet:"failures,list"`
		Warnings        []string      `parquet:"warnings,list"`
		Tags            []string      `parquet:"tags,list"`
		Rejected        []rejectedRow `parquet:"rejected,list"`
	}
	scoreRow struct {
		Suite     string   `parquet:"suite,dict"`
		Case      string   `parquet:"case_id,dict"`
		Turn      string   `parquet:"turn,dict"`
		Path      string   `parquet:"path,dict"`
		Line      int32    `parquet:"line"`
		Scorer    string   `parquet:"scorer,dict"`
		Metric    string   `parquet:"metric,dict"`
		By        string   `parquet:"facet,dict"`
		Value     *float64 `parquet:"value"`
		Estimate  float64  `parquet:"estimate"`
		Estimated bool     `parquet:"estimated"`
		Unit      string   `parquet:"unit,dict"`
		Required  bool     `parquet:"required"`
		Holds     *bool    `parquet:"holds"`
		Expected  string   `parquet:"expected,dict"`
		Actual    string   `parquet:"actual,dict"`
		Reason    string   `parquet:"reason"`
		RestsOn   []string `parquet:"rests_on,list"`
		Others    []string `parquet:"alternatives,list"`
	}
	changeRow struct {
		Suite  string   `parquet:"suite,dict"`
		Case   string   `parquet:"case_id,dict"`
		Path   string   `parquet:"path,dict"`
		Stage  string   `parquet:"stage,dict"`
		Status string   `parquet:"status,dict"`
		Parts  []string `parquet:"parts,list"`
		Diff   string   `parquet:"diff_digest"`
	}
	textRow struct {
		Digest string `parquet:"digest"`
		Text   string `parquet:"text"`
		Tokens int32  `parquet:"tokens"`
	}
)

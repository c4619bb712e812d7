package rows

type (
	MessageRow struct {
		Role       string        `parquet:"role,dict"`
		Name       string        `parquet:"name,dict"`
		ToolCallID string        `parquet:"tool_call_id,dict"`
		Sections   []SectionRow  `parquet:"sections,list"`
		ToolCalls  []ToolCallRow `parquet:"tool_calls,list"`
	}
	SectionRow struct {
		Name    string      `parquet:"name,dict"`
		Digest  string      `parquet:"text_digest,dict"`
		Sources []SourceRow `parquet:"sources,list"`
	}
	SourceRow struct {
		Kind   string `parquet:"kind,dict"`
		Name   string `parquet:"name,dict"`
		Define string `parquet:"define,dict"`
		Bytes  int32  `parquet:"bytes"`
		Path   string `parquet:"path,dict"` // of a template or skill: its file
		Line   int32  `parquet:"line"`      // in which its first text begins; 0: not known
	}
	ToolCallRow struct {
		ID        string `parquet:"id,dict"`
		Name      string `parquet:"name,dict"`
		Arguments string `parquet:"arguments_digest,dict"`
	}
	ToolRow struct {
		Name        string `parquet:"name,dict"`
		Description string `parquet:"description_digest,dict"`
		Schema      string `parquet:"schema_digest,dict"`
	}
)

package rows

type (
	messageRow struct {
		Role       string        `parquet:"role,dict"`
		Name       string        `parquet:"name,dict"`
		ToolCallID string        `parquet:"tool_call_id,dict"`
		Sections   []sectionRow  `parquet:"sections,list"`
		ToolCalls  []toolCallRow `parquet:"tool_calls,list"`
	}
	sectionRow struct {
		Name    string      `parquet:"name,dict"`
		Digest  string      `parquet:"text_digest,dict"`
		Sources []sourceRow `parquet:"sources,list"`
	}
	sourceRow struct {
		Kind   string `parquet:"kind,dict"`
		Name   string `parquet:"name,dict"`
		Define string `parquet:"define,dict"`
		Bytes  int32  `parquet:"bytes"`
		Path   string `parquet:"path,dict"` // of a template or skill: its file
		Line   int32  `parquet:"line"`      // in which its first text begins; 0: not known
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
)

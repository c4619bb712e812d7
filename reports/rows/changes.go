package rows

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// changeBrief holds the columns of a change that reports need. They come first.
type changeBrief struct {
	Suite  string   `parquet:"suite,dict"`
	Case   string   `parquet:"case_id,dict"`
	Sample int32    `parquet:"sample"`
	Path   string   `parquet:"path,dict"`
	Stage  string   `parquet:"stage,dict"`
	Status string   `parquet:"status,dict"`
	Parts  []string `parquet:"parts,list"`
	Diff   string   `parquet:"diff_digest"`
}

// changeRow is a call whose prompt differs from its golden, with what the golden has.
type changeRow struct {
	changeBrief
	Messages   []GoldenMessageRow `parquet:"messages_before,list"`
	Tools      []ToolRow          `parquet:"tools_before,list"`
	Format     *string            `parquet:"format_digest_before,dict"`
	Parameters *string            `parquet:"parameters_digest_before,dict"`
}

type (
	// GoldenMessageRow is a message of a golden, whose texts have no sources.
	GoldenMessageRow struct {
		Role       string             `parquet:"role,dict"`
		Name       string             `parquet:"name,dict"`
		ToolCallID string             `parquet:"tool_call_id,dict"`
		Sections   []GoldenSectionRow `parquet:"sections,list"`
		ToolCalls  []ToolCallRow      `parquet:"tool_calls,list"`
	}
	GoldenSectionRow struct {
		Name   string `parquet:"name,dict"`
		Digest string `parquet:"text_digest,dict"`
	}
)

func (r changeRow) size() int {
	n := sizeOf(r.Suite, r.Case, r.Path, r.Stage, r.Status, r.Diff) + sizeOfAll(r.Parts) + sizeOfSaid(r.Format) +
		sizeOfSaid(r.Parameters)
	for _, m := range r.Messages {
		n += sizeOf(m.Role, m.Name, m.ToolCallID) + sizeOfToolCalls(m.ToolCalls)
		for _, s := range m.Sections {
			n += sizeOf(s.Name, s.Digest)
		}
	}
	return n + sizeOfTools(r.Tools) + 5*textSize
}

func (r changeRow) check() (column, value string) { return "path", r.Path }

// changes returns the rows of a case. It also keeps their texts.
func (t *texts) changes(c *Case) []changeRow {
	var rows []changeRow
	for _, change := range c.Differing() {
		row := changeRow{changeBrief: changeBrief{
			c.Suite, c.Case, int32(c.Sample), change.Path, change.Stage, string(change.Status), change.Parts,
			t.keep(change.Text),
		}}
		if change.Golden != nil {
			t.golden(&row, change.Golden)
		}
		rows = append(rows, row)
	}
	return rows
}

// golden fills in what the golden has of a call.
func (t *texts) golden(row *changeRow, was *pipeline.Request) {
	for _, m := range was.Messages {
		message := GoldenMessageRow{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID,
			ToolCalls: t.toolCalls(m.ToolCalls)}
		for _, s := range m.Sections {
			message.Sections = append(message.Sections, GoldenSectionRow{s.Name, t.keep(s.Text)})
		}
		row.Messages = append(row.Messages, message)
	}
	row.Tools = t.tools(was.Tools)
	row.Format, row.Parameters = t.json(was.Format), t.json(was.Parameters)
}

// change returns the row with its diff.
func (r *changeBrief) change(diff string) result.Change {
	return result.Change{
		Status: result.PromptStatus(r.Status), Path: r.Path, Stage: r.Stage, Parts: r.Parts, Text: diff,
	}
}

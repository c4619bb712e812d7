package rows

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// prefixRow has the columns of a call's row about the beginning that its prompt shares with an earlier one. They are
// NULL if that was not measured.
type prefixRow struct {
	Prompt  *int64  `parquet:"prompt_bytes"`
	Of      *string `parquet:"prefix_of,dict"`
	Bytes   *int64  `parquet:"prefix_bytes"`
	Tokens  *int64  `parquet:"prefix_tokens"`
	Most    *int64  `parquet:"prefix_most_tokens"`
	Last    *int64  `parquet:"prefix_last_tokens"`
	Slot    *int64  `parquet:"prefix_slot_tokens"`
	Marked  *int64  `parquet:"prefix_marked_tokens"`
	Before  *int64  `parquet:"prefix_marked_before_tokens"`
	Why     string  `parquet:"prefix_ends_why,dict"`
	Message int32   `parquet:"prefix_ends_message"`
	Section string  `parquet:"prefix_ends_section,dict"`
	Kind    string  `parquet:"prefix_ends_source_kind,dict"`
	Name    string  `parquet:"prefix_ends_source_name,dict"`
	Define  string  `parquet:"prefix_ends_source_define,dict"`
	Path    string  `parquet:"prefix_ends_source_path,dict"`
	Line    int32   `parquet:"prefix_ends_line"`
	Text    string  `parquet:"prefix_ends_text,dict"`
}

func prefixOf(p *trace.Prefix) prefixRow {
	if p == nil {
		return prefixRow{}
	}
	end := &p.End
	row := prefixRow{
		Prompt: wide(&p.Prompt), Bytes: wide(&p.Bytes), Tokens: wide(&p.Tokens), Most: wide(&p.Most),
		Last: wide(&p.Last), Slot: wide(&p.Slot), Marked: wide(p.Marked),
		Before: wide(&p.Before), Why: end.Why, Message: int32(end.Message),
		Section: end.Section, Kind: string(end.Source.Kind), Name: printable.Valid(end.Source.Name),
		Define: printable.Valid(end.Source.Define), Path: printable.Valid(end.Source.Path), Line: int32(end.Line),
		Text: string(end.Text),
	}
	if end.Why != "" {
		row.Of = &p.Of
	}
	return row
}

// prefix returns what the row says; nil: nothing was measured. Of an embedded struct the library reads NULL as 0, so a
// call whose mark nothing precedes is read as one without a mark: nothing is kept of either.
func (r *prefixRow) prefix() *trace.Prefix {
	if r.Prompt == nil || *r.Prompt == 0 {
		return nil
	}
	number := func(n *int64) int {
		if n == nil {
			return 0
		}
		return int(*n)
	}
	marked := narrow(r.Marked)
	if number(r.Marked)+number(r.Before) == 0 {
		marked = nil
	}
	return &trace.Prefix{
		Of: orEmpty(r.Of), Prompt: number(r.Prompt), Bytes: number(r.Bytes), Tokens: number(r.Tokens),
		Most: number(r.Most), Last: number(r.Last), Slot: number(r.Slot), Marked: marked,
		Before: number(r.Before),
		End: trace.PrefixEnd{
			Why: r.Why, Message: int(r.Message), Section: r.Section, Line: int(r.Line), Text: pipeline.TextKind(r.Text),
			Source: pipeline.TextSource{
				Kind: pipeline.TextKind(r.Kind), Name: r.Name, Define: r.Define, Path: r.Path,
			},
		},
	}
}

func (r *prefixRow) size() int {
	return sizeOf(r.Why, r.Section, r.Kind, r.Name, r.Define, r.Path, r.Text) + sizeOfSaid(r.Of) + 10*numSize
}

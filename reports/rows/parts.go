package rows

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/goldens/payload"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// partRow is one thing that was edited in a call: a section, a tool, or the call itself.
type partRow struct {
	Suite        string `parquet:"suite,dict"`
	Case         string `parquet:"case_id,dict"`
	Path         string `parquet:"path,dict"`
	Stage        string `parquet:"stage,dict"`
	Message      int32  `parquet:"message"`
	Role         string `parquet:"role,dict"`
	Section      string `parquet:"section,dict"`
	Tool         string `parquet:"tool,dict"`
	Change       string `parquet:"change,dict"`
	SourceKind   string `parquet:"source_kind,dict"`
	SourceName   string `parquet:"source_name,dict"`
	SourceDefine string `parquet:"source_define,dict"`
	DigestBefore string `parquet:"digest_before,dict"`
	DigestAfter  string `parquet:"digest_after,dict"`
	EditDigest   string `parquet:"edit_digest,dict"`
	GroupID      string `parquet:"group_id,dict"`
	TokenDelta   int32  `parquet:"token_delta"`
	Hunks        string `parquet:"hunks_digest,dict"`
}

func (r partRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Path, r.Stage, r.Role, r.Section, r.Tool, r.Change, r.SourceKind, r.SourceName,
		r.SourceDefine, r.DigestBefore, r.DigestAfter, r.EditDigest, r.GroupID, r.Hunks) + 2*numSize
}

func (r partRow) check() (column, value string) { return "path", r.Path }

// hunkText is a hunk in the text that hunks_digest names.
type hunkText struct {
	Old    string `json:"old,omitempty"`
	New    string `json:"new,omitempty"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`

	JSON    payload.Kind `json:"json,omitempty"`
	Members []memberText `json:"members,omitempty"`
}

// memberText is a value of a JSON payload that differs: Before and After are JSON.
type memberText struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

func textOfHunk(h edit.Hunk) hunkText {
	t := hunkText{Old: printable.Valid(h.Old), New: printable.Valid(h.New), Before: printable.Valid(h.Before),
		After: printable.Valid(h.After), JSON: h.JSON}
	for _, m := range h.Members {
		t.Members = append(t.Members, memberText(m))
	}
	return t
}

func (t hunkText) hunk() edit.Hunk {
	h := edit.Hunk{Atom: edit.Atom{Old: t.Old, New: t.New}, Before: t.Before, After: t.After, JSON: t.JSON}
	for _, m := range t.Members {
		h.Members = append(h.Members, payload.Member(m))
	}
	return h
}

// parts are the rows of a case. Their hunks are kept by the way.
func (t *texts) parts(c *Case) ([]partRow, error) {
	var rows []partRow
	for i := range c.Edits {
		p := &c.Edits[i]
		hunks := make([]hunkText, len(p.Hunks))
		for i, h := range p.Hunks {
			hunks[i] = textOfHunk(h)
		}
		text, err := jsonvalue.Marshal(hunks)
		if err != nil {
			return nil, err
		}
		rows = append(rows, partRow{
			Suite: c.Suite, Case: c.Case, Path: p.Path, Stage: printable.Valid(p.Stage), Message: int32(p.Message),
			Role: p.Role, Section: printable.Valid(p.Section), Tool: printable.Valid(p.Tool), Change: string(p.Change),
			SourceKind: string(p.Source.Kind), SourceName: printable.Valid(p.Source.Name),
			SourceDefine: printable.Valid(p.Source.Define), DigestBefore: p.DigestBefore, DigestAfter: p.DigestAfter,
			EditDigest: p.EditDigest, GroupID: p.GroupID, TokenDelta: int32(p.TokenDelta), Hunks: t.keep(string(text)),
		})
	}
	return rows, nil
}

// part is what the row was made of; text is that of its hunks, empty where it was not read.
func (r *partRow) part(text string) (edit.Part, error) {
	p := edit.Part{
		Path: r.Path, Stage: r.Stage, Message: int(r.Message), Role: r.Role, Section: r.Section, Tool: r.Tool,
		Change: edit.Kind(r.Change),
		Source: pipeline.TextSource{Kind: pipeline.TextKind(r.SourceKind), Name: r.SourceName,
			Define: r.SourceDefine},
		DigestBefore: r.DigestBefore, DigestAfter: r.DigestAfter, EditDigest: r.EditDigest, GroupID: r.GroupID,
		TokenDelta: int(r.TokenDelta),
	}
	if text == "" {
		return p, nil
	}
	var hunks []hunkText
	err := json.Unmarshal([]byte(text), &hunks)
	for _, h := range hunks {
		p.Hunks = append(p.Hunks, h.hunk())
	}
	return p, err
}

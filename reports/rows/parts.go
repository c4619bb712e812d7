package rows

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// partRow is one edited part of a call: a section, a tool, or the call itself.
type partRow struct {
	Suite        string `parquet:"suite,dict"`
	Case         string `parquet:"case_id,dict"`
	Sample       int32  `parquet:"sample"`
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
	SourcePath   string `parquet:"source_path,dict"`
	SourceLine   int32  `parquet:"source_line"`
	Was          string `parquet:"section_before,dict"`
	Same         bool   `parquet:"same_text"`
	DigestBefore string `parquet:"digest_before,dict"`
	DigestAfter  string `parquet:"digest_after,dict"`
	EditDigest   string `parquet:"edit_digest,dict"`
	GroupID      string `parquet:"group_id,dict"`
	TokenDelta   int32  `parquet:"token_delta"`
	MovedCalls   int32  `parquet:"moved_calls"`
	MovedBytes   int64  `parquet:"moved_bytes"`
	MovedTokens  int64  `parquet:"moved_tokens"`
	Hunks        string `parquet:"hunks_digest,dict"`

	MovedMoney *float64 `parquet:"moved_money"`
	Currency   string   `parquet:"currency,dict"`

	From          int32     `parquet:"from_place"`
	FromOf        int32     `parquet:"from_places"`
	To            int32     `parquet:"to_place"`
	Of            int32     `parquet:"to_places"`
	FromMessage   int32     `parquet:"from_message"`
	BehindFrom    string    `parquet:"behind_from,dict"`
	Behind        string    `parquet:"behind_to,dict"`
	BehindUser    bool      `parquet:"behind_user"`
	EntriesBefore int32     `parquet:"entries_before"`
	EntriesAfter  int32     `parquet:"entries_after"`
	Ranks         []rankRow `parquet:"ranks,list"`
}

// rankRow is the change of a skill in a list: its positions, from 1; 0: none.
type rankRow struct {
	Skill  string `parquet:"skill,dict"`
	Before int32  `parquet:"before"`
	After  int32  `parquet:"after"`
}

func (r partRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Path, r.Stage, r.Role, r.Section, r.Tool, r.Change, r.SourceKind, r.SourceName,
		r.SourceDefine, r.SourcePath, r.Was, r.DigestBefore, r.DigestAfter, r.EditDigest, r.GroupID, r.Hunks,
		r.BehindFrom, r.Behind, r.Currency) + 14*numSize + len(r.Ranks)*(textSize+2*numSize)
}

func (r partRow) check() (column, value string) { return "path", r.Path }

// hunkText is a hunk in the text named by hunks_digest.
type hunkText struct {
	Removed []string   `json:"removed,omitempty"` // lines of the golden
	Added   []string   `json:"added,omitempty"`   // lines that were sent
	Above   []string   `json:"above,omitempty"`
	Below   []string   `json:"below,omitempty"`
	Atoms   []atomText `json:"atoms,omitempty"`
	At      int        `json:"at,omitempty"`
	Line    int        `json:"line,omitempty"`
	Data    bool       `json:"data,omitempty"`

	// In runs before hunks were lines: the differing words, and the rest of their line.
	Old    string `json:"old,omitempty"`
	New    string `json:"new,omitempty"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`

	JSON    diff.EditKind `json:"json,omitempty"`
	Members []memberText  `json:"members,omitempty"`
}

// atomText is an edit of words.
type atomText struct {
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// validLines returns lines as valid UTF-8.
func validLines(lines []string) []string {
	list := make([]string, len(lines))
	for i, line := range lines {
		list[i] = printable.Valid(line)
	}
	return list
}

// linesOf returns the lines of a text; none of the empty one.
func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// memberText is a differing value of a JSON payload: Before and After are JSON.
type memberText struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

func textOfHunk(h edit.Hunk) hunkText {
	t := hunkText{Removed: validLines(h.Old), Added: validLines(h.New), Above: validLines(h.Above),
		Below: validLines(h.Below),
		At:    h.At, Line: h.Line, Data: h.Data, JSON: h.JSON}
	for _, a := range h.Atoms {
		t.Atoms = append(t.Atoms, atomText{printable.Valid(a.Old), printable.Valid(a.New)})
	}
	for _, m := range h.Members {
		t.Members = append(t.Members, memberText(m))
	}
	return t
}

func (t hunkText) hunk(in string) edit.Hunk {
	h := edit.Hunk{Old: t.Removed, New: t.Added, Above: t.Above, Below: t.Below, At: t.At, In: in, Line: t.Line,
		Data: t.Data, JSON: t.JSON}
	for _, a := range t.Atoms {
		h.Atoms = append(h.Atoms, edit.Atom(a))
	}
	if len(h.Atoms) == 0 {
		h.Old, h.New = linesOf(t.Before+t.Old+t.After), linesOf(t.Before+t.New+t.After)
		h.Atoms = []edit.Atom{{Old: t.Old, New: t.New}}
	}
	for _, m := range t.Members {
		h.Members = append(h.Members, diff.Member(m))
	}
	return h
}

// parts returns the rows of a case. It also keeps their hunks.
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
		row := partRow{
			Suite: c.Suite, Case: c.Case, Sample: int32(c.Sample), Path: p.Path, Stage: printable.Valid(p.Stage),
			Message: int32(p.Message),
			Role:    p.Role, Section: printable.Valid(p.Section), Tool: printable.Valid(p.Tool),
			Change:     string(p.Change),
			SourceKind: string(p.Source.Kind), SourceName: printable.Valid(p.Source.Name),
			SourceDefine: printable.Valid(p.Source.Define), DigestBefore: p.DigestBefore, DigestAfter: p.DigestAfter,
			EditDigest: p.EditDigest, GroupID: p.GroupID, TokenDelta: int32(p.TokenDelta), Hunks: t.keep(string(text)),
			SourcePath: printable.Valid(p.Source.Path), SourceLine: int32(p.Line), Was: printable.Valid(p.Was),
			Same:          p.Same,
			EntriesBefore: int32(p.Entries[0]), EntriesAfter: int32(p.Entries[1]),
			MovedCalls: int32(p.Moves.Calls), MovedBytes: int64(p.Moves.Bytes), MovedTokens: int64(p.Moves.Tokens),
			Currency: printable.Valid(p.Moves.Currency),
		}
		if p.Moves.Currency != "" {
			row.MovedMoney = &p.Moves.Money
		}
		row.places(p)
		for _, side := range []string{p.Before, p.After} { // a section's are kept with its call
			if side != "" {
				t.keep(side)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// places fills in the part's move, and the changes of the skills in its list.
func (r *partRow) places(p *edit.Part) {
	if m := p.Move; m != nil {
		r.From, r.FromOf, r.To, r.Of = int32(m.From), int32(m.FromOf), int32(m.To), int32(m.Of)
		r.BehindFrom, r.Behind = printable.Valid(m.BehindFrom), printable.Valid(m.Behind)
		r.FromMessage, r.BehindUser = int32(m.Message), m.BehindUser
		r.Was = cmp.Or(r.Was, printable.Valid(m.Was))
	}
	for _, k := range p.Ranks {
		r.Ranks = append(r.Ranks, rankRow{printable.Valid(k.Skill), int32(k.Old), int32(k.New)})
	}
}

// move returns the part's move; nil: none.
func (r *partRow) move() *edit.Move {
	if r.To == 0 {
		return nil
	}
	m := &edit.Move{Section: cmp.Or(r.Section, r.Tool, r.Role, r.Path), From: int(r.From), FromOf: int(r.FromOf),
		To: int(r.To), Of: int(r.Of), BehindFrom: r.BehindFrom, Behind: r.Behind, Message: int(r.FromMessage),
		BehindUser: r.BehindUser}
	if edit.Kind(r.Change) != edit.Renamed {
		m.Was = r.Was
	}
	return m
}

// part returns the part of the row; text has its hunks, empty if not read.
func (r *partRow) part(text string) (edit.Part, error) {
	p := edit.Part{
		Path: r.Path, Stage: r.Stage, Message: int(r.Message), Role: r.Role, Section: r.Section, Tool: r.Tool,
		Change: edit.Kind(r.Change),
		Source: pipeline.TextSource{Kind: pipeline.TextKind(r.SourceKind), Name: r.SourceName,
			Define: r.SourceDefine, Path: r.SourcePath},
		Line: int(r.SourceLine), Was: r.Was, Same: r.Same, Move: r.move(),
		Entries:      [2]int{int(r.EntriesBefore), int(r.EntriesAfter)},
		DigestBefore: r.DigestBefore, DigestAfter: r.DigestAfter, EditDigest: r.EditDigest, GroupID: r.GroupID,
		TokenDelta: int(r.TokenDelta),
	}
	p.Moves = edit.Moves{Calls: int(r.MovedCalls), Bytes: int(r.MovedBytes), Tokens: int(r.MovedTokens),
		Currency: r.Currency}
	if r.MovedMoney != nil {
		p.Moves.Money = *r.MovedMoney
	}
	for _, k := range r.Ranks {
		p.Ranks = append(p.Ranks, edit.Rank{Skill: k.Skill, Old: int(k.Before), New: int(k.After)})
	}
	if text == "" {
		return p, nil
	}
	var hunks []hunkText
	err := json.Unmarshal([]byte(text), &hunks)
	for _, h := range hunks {
		p.Hunks = append(p.Hunks, h.hunk(p.DigestAfter))
	}
	return p, err
}

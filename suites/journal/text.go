package journal

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Limits of the texts that a journal keeps once, since they stay in memory.
const (
	mostCommon  = 1 << 12
	commonBytes = 1 << 23
)

// textRecord is the text of a section.
type textRecord struct {
	_      struct{} `cbor:",toarray"`
	Text   string
	Pieces []piece
}

// piece is a pipeline.Piece whose text is in its section.
type piece struct {
	_      struct{} `cbor:",toarray"`
	Bytes  int
	Line   int
	Source sourceRecord
}

func textRecordOf(text string, pieces pipeline.Pieces) textRecord {
	rec := textRecord{Text: text}
	for _, p := range pieces {
		rec.Pieces = append(rec.Pieces, piece{Bytes: len(p.Text), Line: p.Line, Source: sourceRecord(p.Source)})
	}
	return rec
}

// is reports whether the pieces of the text are these.
func (t *textRecord) is(pieces pipeline.Pieces) bool {
	if len(pieces) != len(t.Pieces) {
		return false
	}
	for i, p := range pieces {
		if q := &t.Pieces[i]; q.Bytes != len(p.Text) || q.Line != p.Line || q.Source != sourceRecord(p.Source) {
			return false
		}
	}
	return true
}

// cut returns the pieces of the text.
func (t *textRecord) cut() (pipeline.Pieces, error) {
	var pieces pipeline.Pieces
	rest := t.Text
	for _, p := range t.Pieces {
		if p.Bytes < 0 || p.Bytes > len(rest) {
			return nil, errors.New("a piece beyond its text")
		}
		pieces = append(pieces, pipeline.Piece{
			Text: rest[:p.Bytes], Source: pipeline.TextSource(p.Source), Line: p.Line,
		})
		rest = rest[p.Bytes:]
	}
	return pieces, nil
}

// common are texts that a journal keeps once for all cases: what files of the project say, alike in each.
type common struct {
	all     []textRecord
	at      map[string]int // the last one of each
	bytes   int
	written int // how many of them are in the file
}

func newCommon() *common { return &common{at: map[string]int{}} }

// read adds texts of the file.
func (c *common) read(texts []textRecord) {
	for _, t := range texts {
		c.put(t)
	}
	c.written = len(c.all)
}

// add returns the index of a text if it is among them, or could be added to them.
func (c *common) add(text string, pieces pipeline.Pieces) (int, bool) {
	if i, ok := c.at[text]; ok && c.all[i].is(pieces) {
		return i, true
	}
	if len(c.all) == mostCommon || c.bytes+len(text) > commonBytes || !ofFiles(pieces) {
		return 0, false
	}
	c.put(textRecordOf(text, pieces))
	return len(c.all) - 1, true
}

func (c *common) put(t textRecord) {
	c.at[t.Text] = len(c.all)
	c.all = append(c.all, t)
	c.bytes += len(t.Text)
}

// ofFiles reports whether a text is of templates or skills, with sentences of the program among them at most.
func ofFiles(pieces pipeline.Pieces) bool {
	files := false
	for _, p := range pieces {
		switch p.Source.Kind {
		case pipeline.TextTemplate, pipeline.TextSkill:
			files = true
		case pipeline.TextFormat, pipeline.TextCode:
		default:
			return false
		}
	}
	return files
}

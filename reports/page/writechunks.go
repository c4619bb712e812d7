package page

import (
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// mostChunk is the size in bytes at which a chunk's JSON ends, and the suite's next one begins.
const mostChunk = 4 << 20

// errFull says that the chunks have reached their limit.
var errFull = errors.New("the texts exceed the limit")

// chunkWriter writes chunks, one case in memory at a time beside the texts of the chunk.
type chunkWriter struct {
	open   func(n int) (io.WriteCloser, error) // the place of chunk n, for base64
	most   int64                               // bytes of all chunks as written; 0: no limit
	groups groupNumbers

	suite string
	chunk *chunk // nil: none is open
	n     int    // chunks begun
	size  int64  // of all chunks as written
}

// chunk is an open chunk.
type chunk struct {
	to     io.WriteCloser
	base64 io.WriteCloser
	zip    *gzip.Writer
	texts  texts
	bytes  int // of the JSON of its cases
}

// write writes the cases of a run, or those that are not green, and returns the chunk of each case; -1: it has none. At
// the limit all cases end with errFull; of those that are not green the others are left out.
func (w *chunkWriter) write(ctx context.Context, run *stored.Run, all bool) (of []int, err error) {
	t, err := openTables(ctx, run.Folder())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.end(), t.close()) }()
	err = run.Cases(ctx, rows.With{Calls: true, Edits: true}, func(c *rows.Case) error {
		r, err := t.read(c.Suite, c.Case)
		if err != nil {
			return err
		}
		full := w.most > 0 && w.size >= w.most
		switch {
		case !all && (full || c.Green()):
			of = append(of, -1)
			return nil
		case full:
			return errFull
		}
		of = append(of, w.number(c.Suite))
		return w.add(c, r, t.library)
	})
	return of, err
}

// number returns the number of the chunk that a suite's next case goes into.
func (w *chunkWriter) number(suite string) int {
	if w.chunk != nil && w.suite == suite && w.chunk.bytes+w.chunk.texts.bytes < mostChunk {
		return w.n - 1
	}
	return w.n
}

func (w *chunkWriter) add(c *rows.Case, r *caseRows, library *rows.Library) error {
	if w.number(c.Suite) == w.n {
		if err := errors.Join(w.end(), w.begin(c.Suite, library)); err != nil {
			return err
		}
	}
	k := w.chunk
	text, err := encoded(k.texts.caseOf(c, r, w.groups))
	if err = errors.Join(err, k.texts.err); err != nil {
		return err
	}
	id, err := encoded(c.Case)
	if err != nil {
		return err
	}
	lead := ",\n"
	if k.bytes == 0 {
		lead = `{"cases":{`
	}
	k.bytes += len(text)
	return k.strings(lead, id, ":", text)
}

func (k *chunk) strings(all ...string) error {
	for _, s := range all {
		if _, err := io.WriteString(k.zip, s); err != nil {
			return err
		}
	}
	return nil
}

func (w *chunkWriter) begin(suite string, library *rows.Library) error {
	to, err := w.open(w.n)
	if err != nil {
		return err
	}
	w.suite, w.n = suite, w.n+1
	k := &chunk{to: to, texts: texts{library: library, of: map[string]int{}, once: map[string]int{}}}
	k.base64 = base64.NewEncoder(base64.StdEncoding, &counted{to, &w.size})
	w.chunk = k
	k.zip, err = gzip.NewWriterLevel(k.base64, gzip.BestCompression)
	return err
}

// end ends the open chunk with its texts.
func (w *chunkWriter) end() error {
	k := w.chunk
	if k == nil {
		return nil
	}
	w.chunk = nil
	sections, err := encoded(orEmpty(k.texts.parts))
	list, err2 := encoded(orEmpty(k.texts.list))
	err = errors.Join(err, err2, k.strings("},\n\"sections\":", sections, ",\n\"texts\":", list, "}\n"))
	return errors.Join(err, k.zip.Close(), k.base64.Close(), k.to.Close())
}

// encoded returns a value as JSON.
func encoded(v any) (string, error) {
	var b strings.Builder
	err := printable.NewJSONEncoder(&b).Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// counted counts the bytes that are written.
type counted struct {
	w io.Writer
	n *int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	*c.n += int64(n)
	return n, err
}

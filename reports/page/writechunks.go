package page

import (
	"bytes"
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
	keep   func(n int, text []byte) error // takes chunk n, in base64
	most   int64                          // bytes of all chunks as written; 0: no limit
	groups groupNumbers

	suite string
	chunk *chunk // nil: none is open
	n     int    // chunks begun
	size  int64  // of those that have ended, as written
}

// chunk is an open chunk.
type chunk struct {
	out    bytes.Buffer
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
		r, err := t.read(rows.Of{Suite: c.Suite, Case: c.Case, Sample: int32(c.Sample)})
		if err != nil {
			return err
		}
		full := w.most > 0 && w.written() >= w.most
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

// written returns the size of all chunks as far as they are written.
func (w *chunkWriter) written() int64 {
	if w.chunk == nil {
		return w.size
	}
	return w.size + int64(w.chunk.out.Len())
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

func (w *chunkWriter) begin(suite string, library *rows.Library) (err error) {
	k := &chunk{texts: newTexts(library)}
	k.base64 = base64.NewEncoder(base64.StdEncoding, &k.out)
	k.zip, err = gzip.NewWriterLevel(k.base64, gzip.BestCompression)
	w.suite, w.chunk, w.n = suite, k, w.n+1
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
	if err != nil {
		return err
	}
	list, err := encoded(orEmpty(k.texts.list))
	if err != nil {
		return err
	}
	err = k.strings("},\n\"sections\":", sections, ",\n\"texts\":", list, "}\n")
	if err = errors.Join(err, k.zip.Close(), k.base64.Close()); err != nil {
		return err
	}
	w.size += int64(k.out.Len())
	return w.keep(w.n-1, k.out.Bytes())
}

// encoded returns a value as JSON.
func encoded(v any) (string, error) {
	var b strings.Builder
	err := printable.NewJSONEncoder(&b).Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

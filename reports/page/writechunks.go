package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// mostChunk is the size in bytes of a chunk's texts and rows at which it ends, and the next one begins. Suites share
// chunks, since their prompts share lines.
const mostChunk = 4 << 20

// chunkWriter writes chunks, one case in memory at a time beside the texts of the open chunks. Cases that are green are
// in chunks of their own, so that these can be left out.
type chunkWriter struct {
	keep   func(n int, text []byte) error // takes chunk n, in base64
	drop   func(n int)                    // leaves chunk n out after all
	most   int64                          // bytes of all chunks as written; 0: no limit
	groups groupNumbers
	prices map[string]*score.PriceList // of suites, by name
	file   func(name string) string    // of a template, as people find it

	open  map[bool]*chunk // of the cases that are green, and of the others
	n     int             // chunks begun
	sizes map[bool]int64  // of those that have ended, as written
	green []int           // those that have ended with green cases
	full  bool            // only cases that are not green have texts
}

// chunk is an open chunk.
type chunk struct {
	number int
	out    bytes.Buffer
	base64 io.WriteCloser
	zip    *gzip.Writer
	texts  texts
	bytes  int // of the JSON of its cases
}

// write writes the cases of a run and returns the chunk of each case; -1: it has none. Beyond the limit only cases that
// are not green have one, and of these the first ones.
func (w *chunkWriter) write(ctx context.Context, run *stored.Run) (of []int, err error) {
	t, err := openTables(ctx, run.Folder())
	if err != nil {
		return nil, err
	}
	w.open, w.sizes = map[bool]*chunk{}, map[bool]int64{}
	defer func() { err = errors.Join(err, t.close()) }()
	err = run.Cases(ctx, rows.With{Calls: true, Edits: true}, func(c *rows.Case) error {
		r, err := t.read(rows.Of{Suite: c.Suite, Case: c.Case, Sample: int32(c.Sample)})
		if err != nil {
			return err
		}
		of = append(of, -1)
		if w.most > 0 && w.written() >= w.most {
			w.leaveOutGreen()
			if c.Green() || w.written() >= w.most {
				return nil
			}
		}
		if w.full && c.Green() {
			return nil
		}
		i := len(of) - 1
		of[i], err = w.add(i, c, r, t.library)
		return err
	})
	err = errors.Join(err, w.end(true), w.end(false))
	if w.full {
		for i, n := range of {
			if slices.Contains(w.green, n) {
				of[i] = -1
			}
		}
	}
	return of, err
}

// written returns the size of all chunks as far as they are written.
func (w *chunkWriter) written() int64 {
	size := w.sizes[true] + w.sizes[false]
	for _, k := range w.open {
		size += int64(k.out.Len())
	}
	return size
}

// leaveOutGreen drops the chunks of green cases.
func (w *chunkWriter) leaveOutGreen() {
	if w.full {
		return
	}
	w.full = true
	for _, n := range w.green {
		w.drop(n)
	}
	if k := w.open[true]; k != nil {
		w.green = append(w.green, k.number)
		delete(w.open, true)
	}
	w.sizes[true] = 0
}

// add adds case i of the run to a chunk, and returns its number.
func (w *chunkWriter) add(i int, c *rows.Case, r *caseRows, library *rows.Library) (int, error) {
	k := w.open[c.Green()]
	if k == nil || k.bytes+k.texts.size() >= mostChunk {
		if err := errors.Join(w.end(c.Green()), w.begin(c.Green(), library)); err != nil {
			return 0, err
		}
		k = w.open[c.Green()]
	}
	text, err := encoded(k.texts.caseOf(c, r, w.groups, w.prices[c.Suite].Rules()))
	if err = errors.Join(err, k.texts.err); err != nil {
		return 0, err
	}
	lead := ",\n"
	if k.bytes == 0 {
		lead = `{"cases":{`
	}
	k.bytes += len(text)
	return k.number, k.strings(lead, strconv.Quote(strconv.Itoa(i)), ":", text)
}

func (k *chunk) strings(all ...string) error {
	for _, s := range all {
		if _, err := io.WriteString(k.zip, s); err != nil {
			return err
		}
	}
	return nil
}

func (w *chunkWriter) begin(green bool, library *rows.Library) (err error) {
	k := &chunk{number: w.n, texts: newTexts(library, w.file)}
	k.base64 = base64.NewEncoder(base64.StdEncoding, &k.out)
	k.zip, err = gzip.NewWriterLevel(k.base64, gzip.BestCompression)
	w.open[green], w.n = k, w.n+1
	return err
}

// end ends an open chunk with its texts.
func (w *chunkWriter) end(green bool) error {
	k := w.open[green]
	if k == nil {
		return nil
	}
	delete(w.open, green)
	text, err := encoded(k.texts.shared())
	if err != nil {
		return err
	}
	err = k.strings("},\n", strings.TrimPrefix(text, "{"), "\n")
	if err = errors.Join(err, k.zip.Close(), k.base64.Close()); err != nil {
		return err
	}
	w.sizes[green] += int64(k.out.Len())
	if green {
		w.green = append(w.green, k.number)
	}
	return w.keep(k.number, k.out.Bytes())
}

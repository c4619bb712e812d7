package packed

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// blockSize is how much of a file is read for a case: one entry of the index stands for so many bytes.
const blockSize = 32 << 10

// table is a file that was read once, and finds the lines of a case. nil: there is no such file.
type table struct {
	*kind
	name, suite string
	file        io.Closer // nil: it is somebody else's
	info        fs.FileInfo
	at          io.ReaderAt
	size        int64
	blocks      []block
	cases       int

	mu     sync.Mutex
	recent [8]loaded // the newest first
}

// block is a run of cases in a file.
type block struct {
	first string // its first case
	start int64
}

// loaded is a block in memory.
type loaded struct {
	number int // from 1; 0: none
	lines  []byte
}

// openTable checks a file of a suite, and makes its index.
func openTable(store goldens.Store, name, suite string, k *kind) (_ *table, err error) {
	f, err := store.FS.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, pipeline.FileErrorf(name, 0, "%w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	if err == nil && (!ok || info.IsDir()) {
		err = errors.New("a folder, not a file")
	}
	if err != nil {
		return nil, pipeline.FileErrorf(name, 0, "%w", err)
	}
	t, err := newTable(k, name, suite, at, info.Size())
	if err != nil {
		return nil, err
	}
	t.file, t.info = f, info
	return t, nil
}

// newTable checks the text of a file of a suite, and makes its index.
func newTable(k *kind, name, suite string, at io.ReaderAt, size int64) (*table, error) {
	t := &table{kind: k, name: name, suite: suite, at: at, size: size}
	r, err := t.reader()
	if err != nil {
		return nil, err
	}
	for {
		id, lines, err := r.next()
		if lines == nil || err != nil {
			return t, err
		}
		if n := len(t.blocks); n == 0 || r.end-t.blocks[n-1].start > blockSize {
			t.blocks = append(t.blocks, block{string(id), r.start})
		}
		t.cases++
	}
}

// reader reads the file from its beginning.
func (t *table) reader() (*reader, error) {
	return newReader(t.kind, t.name, t.suite, io.NewSectionReader(t.at, 0, t.size))
}

// each calls f with the cases of the file and their lines, which are valid until it returns.
func (t *table) each(f func(id, lines []byte) error) error {
	if t == nil {
		return nil
	}
	r, err := t.reader()
	if err != nil {
		return err
	}
	for {
		id, lines, err := r.next()
		if lines == nil || err != nil {
			return err
		}
		if err := f(id, lines); err != nil {
			return err
		}
	}
}

// find returns the lines of a case; nil: it has none.
func (t *table) find(id string) ([]byte, error) {
	if t == nil {
		return nil, nil
	}
	i, first := slices.BinarySearchFunc(t.blocks, id, func(b block, id string) int {
		return bytes.Compare([]byte(b.first), []byte(id))
	})
	if !first {
		i--
	}
	if i < 0 {
		return nil, nil
	}
	begins, err := beginning(id)
	if err != nil {
		return nil, err
	}
	text, err := t.load(i)
	if err != nil {
		return nil, err
	}
	start := 0
	if !bytes.HasPrefix(text, begins) {
		at := bytes.Index(text, append([]byte("\n"), begins...))
		if at < 0 {
			return nil, nil
		}
		start = at + 1
	}
	end := start
	for bytes.HasPrefix(text[end:], begins) {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return text[start:end], nil
}

// load reads a block, if it is none of the newest.
func (t *table) load(i int) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, l := range t.recent {
		if l.number == i+1 {
			copy(t.recent[1:k+1], t.recent[:k])
			t.recent[0] = l
			return l.lines, nil
		}
	}
	end := t.size
	if i+1 < len(t.blocks) {
		end = t.blocks[i+1].start
	}
	lines := make([]byte, end-t.blocks[i].start)
	if _, err := t.at.ReadAt(lines, t.blocks[i].start); err != nil {
		return nil, pipeline.FileErrorf(t.name, 0, "%w", err)
	}
	copy(t.recent[1:], t.recent[:])
	t.recent[0] = loaded{i + 1, lines}
	return lines, nil
}

func (t *table) close() error {
	if t == nil || t.file == nil {
		return nil
	}
	return t.file.Close()
}

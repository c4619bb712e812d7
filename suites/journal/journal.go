// Package journal keeps the finished cases of a run in a file, so that the run can go on after it was killed.
//
// A journal begins with a line that names its form, and is a list of frames: the length of the frame's content in four
// bytes, the first 16 bytes of its SHA-256, and the content as CBOR (RFC 8949). The first frame is the State in which
// the run began, each other one is a finished case, compressed with S2, which costs a run less time than Zstandard.
// Frames are only appended. The rest of the file from the first incomplete frame on is what a kill or a power failure
// has left of the last ones; their cases run again.
//
// A text of the project's files is kept once, in the frame of the first case that sends it: most prompts of a run
// consist of the same ones.
package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// form is the first line of a journal.
const form = "beaver-eval journal 3\n"

// digestSize is how many bytes of its content's digest a frame has.
const digestSize = 16

// headSize is the length of a frame before its content.
const headSize = 4 + digestSize

// syncEvery is the time after which finished cases are on the disk even if the power fails. A kill loses none of them.
const syncEvery = time.Second

// Journal is an open journal. Cases may be found by several goroutines at once, and are added by one.
type Journal struct {
	State State // in which the run began, if the journal was opened

	file   *os.File
	read   bool // it is only read
	codec  *codec
	common *common
	found  []textRecord // of them, what Open has found: Add may add more meanwhile
	size   int64        // of the complete frames
	cases  int
	seed   maphash.Seed
	at     map[uint64]int64 // offsets of the frames of cases, by the hash of the case's Key; only those read by Open
	synced time.Time
	sync   sync.WaitGroup // at most one at a time is on its way
	failed error          // of the last one
}

// Key identifies a case, or one of its samples, among those of a run.
type Key struct {
	Suite  string
	File   string
	Line   int
	Twin   bool // not the case of the file, but its twin
	Sample int  // which of the case's runs it is, from 0
}

// keyOf returns the key of a result.
func keyOf(r *result.Result) Key { return Key{r.Suite, r.File, r.Line, r.Twin, r.Sample} }

// entry is the content of a frame about a case.
type entry struct {
	Key    Key
	Texts  []byte // those of the journal that this case is the first to have: a list of records, compressed; nil: none
	Result []byte // a record, compressed
}

// Create begins a journal. The file appears with the state in it.
func Create(name string, s State) (*Journal, error) {
	c, err := newCodec()
	if err != nil {
		return nil, err
	}
	state, err := c.frame(s)
	if err != nil {
		return nil, err
	}
	if err := disk.Write(name, append([]byte(form), state...), 0o644); err != nil {
		return nil, err
	}
	if err := disk.SyncFolder(filepath.Dir(name)); err != nil {
		return nil, err
	}
	j, err := Open(name)
	if err == nil {
		j.State = State{} // the files of a large project take megabytes, and nobody asks while the run lasts
	}
	return j, err
}

// frame returns a frame with a content.
func (c *codec) frame(v any) ([]byte, error) {
	text, err := c.enc.Marshal(v)
	if err != nil {
		return nil, err
	}
	data := make([]byte, headSize, headSize+len(text))
	binary.BigEndian.PutUint32(data, uint32(len(text)))
	sum := sha256.Sum256(text)
	copy(data[4:], sum[:digestSize])
	return append(data, text...), nil
}

// write appends a frame. After an error the file is as before, if the disk allows that.
func (j *Journal) write(data []byte) error {
	if _, err := j.file.WriteAt(data, j.size); err != nil {
		_ = j.file.Truncate(j.size) // otherwise Open ignores the rest
		return err
	}
	j.size += int64(len(data))
	return nil
}

// Add appends a finished case.
func (j *Journal) Add(r *result.Result) error {
	if err := j.add(r); err != nil {
		return fmt.Errorf("the case %s cannot be kept: %w", r.Case, err)
	}
	j.cases++
	return j.syncOften()
}

func (j *Journal) add(r *result.Result) error {
	e := entry{Key: keyOf(r)}
	var err error
	if e.Result, err = j.codec.encode(r, j.common); err != nil {
		return err
	}
	if texts := j.common.all[j.common.written:]; len(texts) > 0 {
		if e.Texts, err = j.codec.packed(texts); err != nil {
			return err
		}
	}
	data, err := j.codec.frame(e)
	if err == nil {
		err = j.write(data)
	}
	if err == nil {
		j.common.written = len(j.common.all)
	}
	return err
}

// syncOften lets the system write the file to the disk, in the background.
func (j *Journal) syncOften() error {
	if time.Since(j.synced) < syncEvery {
		return nil
	}
	j.sync.Wait()
	j.synced = time.Now()
	if j.failed != nil {
		return j.failed
	}
	j.sync.Go(func() { j.failed = j.file.Sync() })
	return nil
}

// Open reads a journal, as far as it is complete.
func Open(name string) (*Journal, error) { return open(name, os.O_RDWR) }

// OpenEnded reads a journal that nobody writes any more. It may be in a read-only folder.
func OpenEnded(name string) (*Journal, error) { return open(name, os.O_RDONLY) }

func open(name string, flag int) (*Journal, error) {
	f, err := os.OpenFile(name, flag, 0)
	if err != nil {
		return nil, err
	}
	c, err := newCodec()
	j := &Journal{file: f, read: flag == os.O_RDONLY, codec: c, common: newCommon(),
		seed: maphash.MakeSeed(), at: map[uint64]int64{}, synced: time.Now()}
	if err == nil {
		err = j.index()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	j.found = j.common.all
	return j, nil
}

// index reads the state, and where each case is.
func (j *Journal) index() error {
	r := bufio.NewReaderSize(j.file, 1<<16)
	head := make([]byte, len(form))
	if _, err := io.ReadFull(r, head); err != nil || string(head) != form {
		return errors.New("not a journal of this version")
	}
	j.size = int64(len(form))
	text, err := nextFrame(r)
	if err == nil {
		err = j.codec.dec.Unmarshal(text, &j.State)
	}
	if err != nil {
		return errors.New("the state in which the run began is damaged")
	}
	for {
		j.size += headSize + int64(len(text))
		if text, err = nextFrame(r); errors.Is(err, errCut) {
			return nil
		}
		var e entry
		if err == nil {
			err = j.codec.dec.Unmarshal(text, &e)
		}
		var texts []textRecord
		if err == nil && e.Texts != nil {
			err = j.codec.unpack(e.Texts, &texts)
		}
		if err != nil {
			return err
		}
		j.common.read(texts)
		j.at[j.hash(e.Key)] = j.size
		j.cases++
	}
}

// errCut says that no further frame is complete.
var errCut = errors.New("cut off")

// nextFrame returns the content of the next frame, or errCut.
func nextFrame(r io.Reader) ([]byte, error) {
	head := make([]byte, headSize)
	switch _, err := io.ReadFull(r, head); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCut
	case err != nil:
		return nil, err
	}
	var text bytes.Buffer // grows with what is there, whatever the length says
	n := int64(binary.BigEndian.Uint32(head))
	if got, err := io.CopyN(&text, r, n); errors.Is(err, io.EOF) && got < n {
		return nil, errCut
	} else if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(text.Bytes()); !bytes.Equal(sum[:digestSize], head[4:]) {
		return nil, errCut
	}
	return text.Bytes(), nil
}

func (j *Journal) hash(k Key) uint64 { return maphash.Comparable(j.seed, k) }

// Empty reports whether the journal has no case.
func (j *Journal) Empty() bool { return j.cases == 0 }

// Has reports whether Open has found a case.
func (j *Journal) Has(k Key) bool {
	_, ok := j.at[j.hash(k)]
	return ok
}

// Find returns a case that Open has found; nil: there is none of this key, or it cannot be read and has to run again. A
// nil Journal has none.
func (j *Journal) Find(k Key) *result.Result {
	if j == nil {
		return nil
	}
	at, ok := j.at[j.hash(k)]
	if !ok {
		return nil
	}
	text, err := nextFrame(io.NewSectionReader(j.file, at, j.size-at))
	var e entry
	if err == nil {
		err = j.codec.dec.Unmarshal(text, &e)
	}
	if err != nil || e.Key != k { // another key may have the same hash
		return nil
	}
	r, err := j.codec.decode(e.Result, j.found)
	if err != nil {
		return nil
	}
	r.Resumed = true
	return r
}

// Continue makes the journal ready for Add: it drops the rest of an incomplete frame.
func (j *Journal) Continue() error { return j.file.Truncate(j.size) }

// Close closes the file, with everything on the disk. A nil Journal does nothing.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	if j.read {
		return j.file.Close()
	}
	j.sync.Wait()
	return errors.Join(j.file.Sync(), j.file.Close())
}

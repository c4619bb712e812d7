package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// maxFile is how large a file may be that is read whole, in bytes.
const maxFile = 64 << 20

// Reader reads files below a folder. One process of git answers for all of them.
type Reader struct {
	git *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err error // why it ended
}

// OpenReader starts git in a folder. The first Read reports whether that lies in a repository.
func OpenReader(ctx context.Context, dir string) (*Reader, error) {
	git := exec.CommandContext(ctx, "git", "cat-file", "--batch")
	git.Dir = dir
	git.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1") // no network access
	in, err := git.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := git.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := git.Start(); err != nil {
		return nil, err
	}
	return &Reader{git: git, in: in, out: bufio.NewReader(out)}, nil
}

// Read returns a file at a revision, named by its slash-separated path below the folder; nil: there is none. The stage
// of a merge conflict in the index is a revision too: :2 is ours, :3 theirs.
func (r *Reader) Read(revision, file string) ([]byte, error) {
	if r.err != nil || strings.ContainsAny(file, "\r\n") { // a request is a line
		return nil, r.err
	}
	var data []byte
	data, r.err = r.ask(revision + ":./" + file)
	return data, r.err
}

// Object returns the file whose content has an id; nil: there is none.
func (r *Reader) Object(id string) ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	var data []byte
	data, r.err = r.ask(id)
	return data, r.err
}

// Stream calls read with the content that has an id, of any size, and reports whether there is one. What read leaves of
// it is skipped; it cannot ask for another file.
func (r *Reader) Stream(id string, read func(io.Reader) error) (there bool, err error) {
	if r.err != nil {
		return false, r.err
	}
	var size int64
	if size, there, r.err = r.find(id); !there || r.err != nil {
		return false, r.err
	}
	content := io.LimitReader(r.out, size)
	err = read(content)
	if _, r.err = io.Copy(io.Discard, content); r.err == nil {
		_, r.err = r.out.Discard(1) // a line end
	}
	return true, errors.Join(err, r.err)
}

// ask returns a file; nil: there is none, or it is too large.
func (r *Reader) ask(object string) ([]byte, error) {
	size, there, err := r.find(object)
	if !there || err != nil {
		return nil, err
	}
	if size > maxFile {
		_, err := io.CopyN(io.Discard, r.out, size+1)
		return nil, err
	}
	data := make([]byte, size+1) // a line end follows
	_, err = io.ReadFull(r.out, data)
	return data[:size], err
}

// find asks for a file, whose content comes next, and a line end.
func (r *Reader) find(object string) (size int64, there bool, err error) {
	if _, err := io.WriteString(r.in, object+"\n"); err != nil {
		return 0, false, fmt.Errorf("git: %w", err)
	}
	answer, err := r.out.ReadString('\n')
	if err != nil {
		return 0, false, fmt.Errorf("git: %w", err)
	}
	switch strings.TrimPrefix(answer, object) {
	case " missing\n", " ambiguous\n":
		return 0, false, nil
	}
	fields := strings.Fields(answer) // the id (may be the requested name), the type, and the size
	if len(fields) != 3 {
		return 0, false, fmt.Errorf("git says %q", answer)
	}
	if size, err = strconv.ParseInt(fields[2], 10, 64); err != nil {
		return 0, false, fmt.Errorf("git says %q", answer)
	}
	if fields[1] != "blob" {
		_, err := io.CopyN(io.Discard, r.out, size+1)
		return 0, false, err
	}
	return size, true, nil
}

// Close ends git.
func (r *Reader) Close() error {
	err := r.in.Close()
	io.Copy(io.Discard, r.out)
	if waitErr := r.git.Wait(); r.err == nil {
		err = errors.Join(err, waitErr)
	}
	return err
}

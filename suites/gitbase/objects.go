package gitbase

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
)

// maxObject is how large a file may be that is read, in bytes.
const maxObject = 64 << 20

// Objects reads the contents of files, one after the other, by one process.
type Objects struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Objects starts the process, which ends with ctx or with Close.
func (r *Repository) Objects(ctx context.Context) (*Objects, error) {
	o := &Objects{cmd: r.command(ctx, "cat-file", "--batch")}
	var err error
	if o.in, err = o.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	o.out = bufio.NewReader(out)
	if err := o.cmd.Start(); err != nil {
		return nil, said(ctx, err)
	}
	return o, nil
}

// Read returns the content of a file. After an error nothing more can be read.
func (o *Objects) Read(f File) ([]byte, error) {
	if _, err := fmt.Fprintln(o.in, f.Object); err != nil {
		return nil, fmt.Errorf("git cat-file has ended: %w", err)
	}
	head, err := o.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file has ended: %w", err)
	}
	var id, kind string
	var size int
	if n, _ := fmt.Sscan(head, &id, &kind, &size); n < 3 || kind != "blob" {
		return nil, fmt.Errorf("git does not have its content: %.100q", head)
	}
	if size > maxObject {
		return nil, fmt.Errorf("%d bytes, at most %d MB are read", size, maxObject>>20)
	}
	data := make([]byte, size+1) // a line end follows
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, fmt.Errorf("git cat-file has ended: %w", err)
	}
	return data[:size:size], nil
}

// Close ends the process.
func (o *Objects) Close() error {
	o.in.Close()
	return o.cmd.Wait()
}

package git

import (
	"context"
	"errors"
	"io"
)

// Objects reads the contents of files, one after the other, by one process.
type Objects struct{ git *Reader }

// Objects starts the process, which ends with ctx or with Close.
func (r *Repository) Objects(ctx context.Context) (*Objects, error) {
	git, err := OpenReader(ctx, r.dir)
	if err != nil {
		return nil, said(ctx, err)
	}
	return &Objects{git}, nil
}

// Read returns the content of a file.
func (o *Objects) Read(f File) ([]byte, error) {
	data, err := o.git.Object(f.Object)
	if err == nil && data == nil {
		err = errors.New("git does not have its content, or it has more than 64 MB")
	}
	return data, err
}

// Stream calls read with the content of a file of any size. Until read returns, no other file can be asked for.
func (o *Objects) Stream(f File, read func(io.Reader) error) error {
	there, err := o.git.Stream(f.Object, read)
	if err == nil && !there {
		err = errors.New("git does not have its content")
	}
	return err
}

// Close ends the process.
func (o *Objects) Close() error { return o.git.Close() }

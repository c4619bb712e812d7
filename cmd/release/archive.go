package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"time"
)

// file is an entry of an archive.
type file struct {
	name string // with slashes
	mode fs.FileMode
	data []byte
}

// tarGz returns a compressed tar file of root's, as goreleaser and npm make them.
func tarGz(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{
			Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.data)), ModTime: when,
			Uname: "root", Gname: "root",
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), z.Close()) // they write the end
	return out.Bytes(), err
}

// zipped returns a ZIP file. Its entries say that they are regular files: without that, pip drops the mode of a
// program.
func zipped(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when.UTC()}
		h.SetMode(f.mode.Perm())
		entry, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

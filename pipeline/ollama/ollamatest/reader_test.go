package ollamatest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
)

// parsed is a GGUF file that was read back.
type parsed struct {
	values  map[string]any // arrays as []any
	tensors map[string]parsedTensor
}

type parsedTensor struct {
	sizes []uint64 // innermost first
	data  []float32
}

// reader reads the format and stops at its first error.
type reader struct {
	r   *bytes.Reader
	err error
}

func read[T any](r *reader) T {
	var v T
	if r.err == nil {
		r.err = binary.Read(r.r, binary.LittleEndian, &v)
	}
	return v
}

func (r *reader) string() string {
	n := read[uint64](r)
	if r.err == nil && n > uint64(r.r.Len()) {
		r.err = fmt.Errorf("a string of %d bytes", n)
	}
	if r.err != nil {
		return ""
	}
	b := make([]byte, n)
	_, r.err = io.ReadFull(r.r, b)
	return string(b)
}

func (r *reader) value(of uint32) any {
	switch of {
	case 4:
		return read[uint32](r)
	case 5:
		return read[int32](r)
	case 6:
		return read[float32](r)
	case 7:
		return read[bool](r)
	case 8:
		return r.string()
	case 9:
		of, n := read[uint32](r), read[uint64](r)
		var list []any
		for ; n > 0 && r.err == nil; n-- {
			list = append(list, r.value(of))
		}
		return list
	}
	r.err = errors.Join(r.err, fmt.Errorf("a value of type %d", of))
	return nil
}

// tinymodelParse parses every byte of a file.
func tinymodelParse(t *testing.T, file []byte) parsed {
	t.Helper()
	r := &reader{r: bytes.NewReader(file)}
	if magic, version := read[[4]byte](r), read[uint32](r); string(magic[:]) != "GGUF" || version != 3 {
		t.Fatalf("begins with %q, version %d", magic, version)
	}
	p := parsed{values: map[string]any{}, tensors: map[string]parsedTensor{}}
	tensors, values := read[uint64](r), read[uint64](r)
	for ; values > 0 && r.err == nil; values-- {
		p.values[r.string()] = r.value(read[uint32](r))
	}
	places := map[string]uint64{}
	for ; tensors > 0 && r.err == nil; tensors-- {
		name := r.string()
		sizes := make([]uint64, read[uint32](r))
		for i := range sizes {
			sizes[i] = read[uint64](r)
		}
		if kind := read[uint32](r); kind != 0 {
			t.Fatalf("%s has type %d, want 32-bit floats", name, kind)
		}
		p.tensors[name], places[name] = parsedTensor{sizes: sizes}, read[uint64](r)
	}
	if r.err != nil {
		t.Fatal(r.err)
	}
	p.readData(t, file, up(len(file)-r.r.Len()), places)
	return p
}

// readData reads the tensors, which fill the rest of the file.
func (p parsed) readData(t *testing.T, file []byte, begin int, places map[string]uint64) {
	t.Helper()
	end := begin
	for name, tensor := range p.tensors {
		n := 1
		for _, size := range tensor.sizes {
			n *= int(size)
		}
		at := begin + int(places[name])
		if at%32 != 0 || at+4*n > len(file) {
			t.Fatalf("%s stands at %d with %d numbers, in %d bytes", name, at, n, len(file))
		}
		for i := range n {
			bits := binary.LittleEndian.Uint32(file[at+4*i:])
			tensor.data = append(tensor.data, math.Float32frombits(bits))
		}
		p.tensors[name] = tensor
		end = max(end, up(at+4*n))
	}
	if end != len(file) {
		t.Errorf("%d bytes, and tensors up to %d", len(file), end)
	}
}

// up rounds n up to a multiple of 32.
func up(n int) int { return (n + 31) &^ 31 }

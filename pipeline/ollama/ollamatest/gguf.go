package ollamatest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Constants of the format GGUF.
const (
	ggufVersion   = 3
	ggufAlignment = 32 // bytes: each tensor's data begins at a multiple

	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9

	tensorFloat32 = 0
)

// document is a GGUF file: a model's metadata, then its tensors.
type document struct {
	entries []entry
	tensors []tensor
}

type entry struct {
	key   string
	value any // uint32, float32, bool, string, []string or []int32
}

type tensor struct {
	name string
	data matrix
}

func (d *document) set(key string, value any) { d.entries = append(d.entries, entry{key, value}) }

func (d *document) add(name string, data matrix) { d.tensors = append(d.tensors, tensor{name, data}) }

// write writes the document: magic number, counts, entries, the tensors' names and places, and their data.
func (d *document) write(w io.Writer) error {
	head := append([]byte("GGUF"), u32(ggufVersion)...)
	head = binary.LittleEndian.AppendUint64(head, uint64(len(d.tensors)))
	head = binary.LittleEndian.AppendUint64(head, uint64(len(d.entries)))
	for _, e := range d.entries {
		var err error
		if head, err = appendValue(appendString(head, e.key), e.value); err != nil {
			return fmt.Errorf("%s: %w", e.key, err)
		}
	}
	place := uint64(0) // of the next tensor, after the header
	for _, t := range d.tensors {
		head = t.appendInfo(head, place)
		place += uint64(aligned(4 * len(t.data.weights)))
	}
	out := bufio.NewWriter(w)
	_, err := out.Write(append(head, make([]byte, aligned(len(head))-len(head))...))
	for _, t := range d.tensors {
		if err == nil {
			err = t.writeData(out)
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// appendInfo appends a tensor's entry in the header. Sizes stand innermost first, so columns come before rows.
func (t tensor) appendInfo(b []byte, place uint64) []byte {
	sizes := []int{t.data.columns, t.data.rows}
	if t.data.rows == 1 {
		sizes = sizes[:1]
	}
	b = append(appendString(b, t.name), u32(uint32(len(sizes)))...)
	for _, n := range sizes {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	b = append(b, u32(tensorFloat32)...)
	return binary.LittleEndian.AppendUint64(b, place)
}

func (t tensor) writeData(w *bufio.Writer) error {
	for _, x := range t.data.weights {
		if _, err := w.Write(u32(math.Float32bits(x))); err != nil {
			return err
		}
	}
	n := 4 * len(t.data.weights)
	_, err := w.Write(make([]byte, aligned(n)-n))
	return err
}

// appendValue appends a value, preceded by the number of its type.
func appendValue(b []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case uint32:
		return append(append(b, u32(typeUint32)...), u32(v)...), nil
	case float32:
		return append(append(b, u32(typeFloat32)...), u32(math.Float32bits(v))...), nil
	case bool:
		b = append(b, u32(typeBool)...)
		if v {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case string:
		return appendString(append(b, u32(typeString)...), v), nil
	case []string:
		b = appendArray(b, typeString, len(v))
		for _, s := range v {
			b = appendString(b, s)
		}
		return b, nil
	case []int32:
		b = appendArray(b, typeInt32, len(v))
		for _, n := range v {
			b = append(b, u32(uint32(n))...)
		}
		return b, nil
	}
	return nil, fmt.Errorf("the format has no place for a %T", value)
}

func appendArray(b []byte, of uint32, length int) []byte {
	b = append(append(b, u32(typeArray)...), u32(of)...)
	return binary.LittleEndian.AppendUint64(b, uint64(length))
}

func appendString(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(s))), s...)
}

func u32(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }

// aligned rounds n up to a multiple of the alignment.
func aligned(n int) int { return (n + ggufAlignment - 1) / ggufAlignment * ggufAlignment }

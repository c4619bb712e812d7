package goldens

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// prose returns about n bytes of lines, some of them Chinese.
func prose(n int) string {
	const lines = "You answer briefly, and never invent an order number.\n退款政策: 七天\n"
	return strings.Repeat(lines, n/len(lines)) + "end\n"
}

func bigFile(calls, size int) *File {
	f := &File{Suite: "bench", Case: "bench"}
	for i := range calls {
		f.Calls = append(f.Calls, Call{Path: fmt.Sprintf("turn-%d/main-1", i), Stage: fmt.Sprint("stage-", i),
			Messages: []pipeline.Message{
				pipeline.Text(pipeline.RoleSystem, "Base identity", prose(size)), pipeline.Text(pipeline.RoleUser,
					"Message", "hello"),
			}})
	}
	return f
}

func BenchmarkAppend(b *testing.B) {
	f := bigFile(1, 8500)
	buf := mustAppend(b, f)
	b.SetBytes(int64(len(buf)))
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if buf, err = f.Append(buf[:0]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	data := mustAppend(b, bigFile(1, 8500))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read("x", data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnchanged is the check of unchanged calls of 1 kB: written again and compared by bytes. An op is 100 calls.
func BenchmarkUnchanged(b *testing.B) {
	f := bigFile(100, 1000)
	golden := mustAppend(b, f)
	var buf []byte
	for b.Loop() {
		buf, _ = f.Append(buf[:0])
		if !bytes.Equal(buf, golden) {
			b.Fatal("not the same")
		}
	}
	b.ReportMetric(float64(b.N)*100/b.Elapsed().Seconds(), "calls/s")
}

// BenchmarkGrowing writes a case of 100 calls, each of which repeats all messages of the one before.
func BenchmarkGrowing(b *testing.B) {
	f := bigFile(1, 1000)
	for i := range 99 {
		c := f.Calls[i]
		c.Path = fmt.Sprint("turn-1/main-", i+2)
		c.Messages = append(c.Messages[:len(c.Messages):len(c.Messages)], pipeline.Text(pipeline.RoleAssistant,
			"Answer", prose(1000)+fmt.Sprint(i)))
		f.Calls = append(f.Calls, c)
	}
	var buf []byte
	for b.Loop() {
		buf, _ = f.Append(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

// BenchmarkCompare compares 100 calls of 1 kB, of which one has changed.
func BenchmarkCompare(b *testing.B) {
	old, new := bigFile(100, 1000), bigFile(100, 1000)
	new.Calls[50].Messages[0].Sections[0].Text += "!"
	for b.Loop() {
		if Compare(old, new)[50].Status != Changed {
			b.Fatal("not reported")
		}
	}
}

// BenchmarkVersions writes and reads a golden of the repository whose calls have most of their sections in common, in
// each version of the format.
func BenchmarkVersions(b *testing.B) {
	const file = "mas/a-purchase-in-three-stages.yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	f, err := Read(file, data)
	if err != nil {
		b.Fatal(err)
	}
	for f.Version = 1; f.Version <= newest; f.Version++ {
		text := mustAppend(b, f)
		b.Run(fmt.Sprint("append-", f.Version), func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf, _ = f.Append(buf[:0])
			}
		})
		b.Run(fmt.Sprint("read-", f.Version), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(file, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

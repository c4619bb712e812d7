package retrieval_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

func BenchmarkNewWords(b *testing.B) {
	for b.Loop() {
		if _, err := retrieval.NewWords(); err != nil {
			b.Fatal(err)
		}
	}
}

// many returns n documents: the public ones, then the same with the words of each rotated by so many places and a few
// of their letters changed, so that the numbers of words and of documents per word grow.
func many(b *testing.B, n int) []retrieval.Document {
	public := library(b, shared(b), "skills", nil)
	docs := make([]retrieval.Document, n)
	for i := range docs {
		round := i / len(public)
		docs[i] = public[i%len(public)]
		if round > 0 {
			docs[i].Name += fmt.Sprint("-", round)
			docs[i].Description = varied(docs[i].Description, round)
			docs[i].Body = varied(docs[i].Body[:min(len(docs[i].Body), 12000)], round)
		}
	}
	return docs
}

func varied(text string, round int) string {
	words := strings.Fields(text)
	for i := range words {
		if (i+round)%37 == 0 {
			words[i] += fmt.Sprint("x", round)
		}
	}
	cut := len(words) * round / 11 % max(len(words), 1)
	return strings.Join(append(words[cut:], words[:cut]...), " ")
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{2881, 25_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			docs, emb := many(b, n), words(b)
			var x *retrieval.Index
			before := heap()
			for b.Loop() {
				var err error
				if x, err = retrieval.New(b.Context(), docs, emb, retrieval.Default()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(int64(heap()-before))/1e6, "MB")
			runtime.KeepAlive(docs)
			runtime.KeepAlive(x)
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func BenchmarkTop(b *testing.B) {
	queries := map[string]string{
		"phrase": "terraform module",
		"sentence": "Please look at last month's invoices, find the customer who was charged twice and " +
			"write an apology that says when the refund arrives",
		"chinese": "帮我把这份合同翻译成英文,并检查其中的付款条款",
		"context": strings.Repeat("Task goal: migrate the billing service to Postgres 16 without downtime. Node task: "+
			"write the rollback plan, list risks, name owners. Constraints: read only on production. ", 8),
	}
	for _, n := range []int{2881, 25_000, 100_000} {
		x, emb := index(b, many(b, n), retrieval.Default()), words(b)
		for name, q := range queries {
			b.Run(fmt.Sprint(n, "/", name), func(b *testing.B) {
				for b.Loop() {
					if _, err := x.Top(query(b, emb, q), 8); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkTopTranslated also asks in English, once the dictionary is loaded.
func BenchmarkTopTranslated(b *testing.B) {
	tr := &chinese.Translator{}
	for _, n := range []int{2881, 25_000} {
		x := index(b, inEnglish(b, many(b, n)), retrieval.Default())
		for name, q := range map[string]string{
			"phrase":   "上传图片",
			"sentence": "帮我把这份合同翻译成英文,并检查其中的付款条款",
		} {
			b.Run(fmt.Sprint(n, "/", name), func(b *testing.B) {
				for b.Loop() {
					if _, err := x.Top(translatedQuery(b, tr, q), 8); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkInEnglish(b *testing.B) {
	docs := many(b, 2881)
	for b.Loop() {
		inEnglish(b, docs)
	}
}

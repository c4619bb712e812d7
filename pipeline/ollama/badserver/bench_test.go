package badserver_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
)

func BenchmarkChat(b *testing.B) {
	for _, way := range badserver.Ways() {
		b.Run(string(way), func(b *testing.B) {
			s, err := badserver.Start()
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				s.Chat(b.Context(), way, request(), paris(), false)
			}
		})
	}
}

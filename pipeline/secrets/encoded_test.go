package secrets

import (
	"encoding/base64"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets/secretstest"
)

// Programs' forms of base64: lines of 76 or 64 characters, quoted or indented.
func TestEncoded_Lines(t *testing.T) {
	key := secretstest.Filled("sk-proj-{w74}T3BlbkFJ{w74}")
	for _, width := range []int{64, 76} {
		for _, between := range []string{"\n", "\r\n", `\n`, "\n  ", "\n> "} {
			var lines []string
			for rest := base64.StdEncoding.EncodeToString([]byte("a: b\nkey: " + key + "\n")); rest != ""; {
				n := min(width, len(rest))
				lines, rest = append(lines, rest[:n]), rest[n:]
			}
			text := "data:\n  " + strings.Join(lines, between) + "\nend"
			if got := New().Text(text); strings.Contains(got, lines[0][30:]) || strings.Contains(got, lines[2][:10]) ||
				!strings.HasSuffix(got, "\nend") {
				t.Errorf("%d, %q: %q", width, between, got)
			}
		}
	}
}

// noise returns random bytes.
func noise(n int) []byte {
	r, b := rand.New(rand.NewPCG(1, 2)), make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// In 10 MB of images and digests nothing is found.
func TestEncoded_Noise(t *testing.T) {
	size := 10 << 20
	if testing.Short() {
		size = 1 << 20
	}
	raw := noise(size)
	for name, text := range map[string]string{
		"base64":                base64.StdEncoding.EncodeToString(raw),
		"base64 for addresses":  base64.URLEncoding.EncodeToString(raw),
		"hexadecimal digits":    hex.EncodeToString(raw),
		"base64 in lines":       broken(base64.StdEncoding.EncodeToString(raw), 76, "\n"),
		"short runs of base64":  broken(base64.StdEncoding.EncodeToString(raw), 44, " "),
		"digests":               broken(hex.EncodeToString(raw), 64, "\n"),
		"escapes of an address": "%" + broken(hex.EncodeToString(raw), 2, "%"),
	} {
		for i, f := range New().Scan(text) {
			if i < 5 {
				t.Errorf("%s: %s in %q", name, f.What, text[f.Start:min(f.End, f.Start+200)])
			}
		}
	}
}

func broken(text string, width int, between string) string {
	var b strings.Builder
	for i := 0; i < len(text); i += width {
		b.WriteString(text[i:min(len(text), i+width)] + between)
	}
	return b.String()
}

func BenchmarkEncoded(b *testing.B) {
	raw := noise(1 << 20)
	for name, text := range map[string]string{
		"image": base64.StdEncoding.EncodeToString(raw),
		"text":  base64.StdEncoding.EncodeToString([]byte(strings.Repeat("The agent reads the message. ", 1<<15))),
		"hex":   hex.EncodeToString(raw),
	} {
		b.Run(name, func(b *testing.B) {
			m := New()
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				m.Scan(text)
			}
		})
	}
}

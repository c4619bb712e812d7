package reports

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// texts writes each text once. What it remembers of one is 16 bytes, 24 to 38 with the room of the set around them: the only
// thing here that grows with the number of cases. Fewer bytes would do for a name, but not against somebody who looks for two
// texts with the same one, to keep the second out of the file.
type texts struct {
	file *parquetFile[textRow]
	seen map[[16]byte]struct{}
	near map[string]string // digests of the texts of the case at hand: most stand in many of its calls
	err  error             // of the first text that could not be written
}

func newTexts(file *parquetFile[textRow]) *texts {
	return &texts{file: file, seen: map[[16]byte]struct{}{}, near: map[string]string{}}
}

// keep writes a text that no case has had, and gives its digest: the first 32 hex digits of its SHA-256.
func (t *texts) keep(text string) string {
	if digest, ok := t.near[text]; ok {
		return digest
	}
	valid := readable(text)
	sum := sha256.Sum256([]byte(valid))
	key := [16]byte(sum[:16])
	digest := hex.EncodeToString(key[:])
	t.near[text] = digest
	if _, ok := t.seen[key]; ok || t.err != nil {
		return digest
	}
	t.seen[key] = struct{}{}
	t.err = t.file.write(textRow{digest, valid, int32(pipeline.EstimateTokens(valid))})
	return digest
}

// next forgets what only the last case needed.
func (t *texts) next() { clear(t.near) }

// readable is a text without bytes that are not UTF-8: one such byte, and no reader opens the file. Messages have none, but
// the words of an error may.
func readable(s string) string {
	s, _ = pipeline.Repair(s)
	return s
}

func readableAll(list []string) []string {
	var all []string
	for _, s := range list {
		all = append(all, readable(s))
	}
	return all
}

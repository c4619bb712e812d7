package rows

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// texts writes each text once. While results come it remembers the digests of texts that were written, but no more than
// so many: what is asked for again and again stays known, and a text that was forgotten may be written twice. finish
// takes such doubles out of the file, so that memory does not grow with the number of cases.
type texts struct {
	file  *parquetFile[textRow]
	known digests
	near  map[string]string // digests of the texts of the case at hand: most stand in many of its calls
	err   error             // of the first text that could not be written
}

// knownTexts is how many digests are remembered at least; each costs about 30 bytes. A test remembers fewer.
const knownTexts = 1 << 13

func newTexts(dir string) (*texts, error) {
	file, err := createParquet[textRow](dir, "texts")
	return &texts{file: file, known: digests{most: knownTexts}, near: map[string]string{}}, err
}

// digest is that of a text; a row has it as hex digits.
type digest [16]byte

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:16])
}

// keep writes a text that it does not know, and gives its digest: the first 32 hex digits of its SHA-256.
func (t *texts) keep(text string) string {
	if name, ok := t.near[text]; ok {
		return name
	}
	valid := readable(text)
	d := digestOf(valid)
	name := hex.EncodeToString(d[:])
	t.near[text] = name
	if t.err == nil && t.known.add(d) {
		t.err = t.file.write(textRow{name, valid, int32(pipeline.EstimateTokens(valid))})
	}
	return name
}

// next forgets what only the last case needed.
func (t *texts) next() { clear(t.near) }

// finish ends the file, which then has each text once, in the order in which they came.
func (t *texts) finish() error {
	if !t.known.forgot {
		return t.file.finish()
	}
	t.known = digests{}
	return t.once()
}

func (t *texts) publish() error { return t.file.publish() }

func (t *texts) abort() error {
	if t == nil {
		return nil
	}
	return t.file.abort()
}

// digests remembers at least the last most digests that it was asked for, and at most twice as many: when the young
// ones are too many they become the old ones, and the old ones are forgotten.
type digests struct {
	most       int
	young, old map[digest]struct{}
	forgot     bool
}

// add says whether d is unknown, and remembers it.
func (s *digests) add(d digest) bool {
	if _, ok := s.young[d]; ok {
		return false
	}
	if s.young == nil || len(s.young) == s.most {
		s.forgot = s.forgot || len(s.old) > 0
		s.old, s.young = s.young, make(map[digest]struct{}, s.most)
	}
	s.young[d] = struct{}{}
	_, ok := s.old[d]
	return !ok
}

// readable is a text without bytes that are not UTF-8: one such byte, and no reader opens the file. Messages have none,
// but the words of an error may.
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

package rows

import (
	"encoding/hex"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// texts writes each text once. It remembers a limited number of digests of written texts: frequent ones stay known, and
// a forgotten text may be written twice. finish removes such duplicates from the file, so that memory does not grow
// with the number of cases.
type texts struct {
	file  *parquetFile[textRow]
	known digests
	near  map[string]string // digests of the current case's texts: most are in many of its calls
	err   error             // of the first text that could not be written

	// buffers of the calls whose rows are not written yet
	messageRows []MessageRow
	sectionRows []SectionRow
	sourceRows  []SourceRow
	sizes       []pipeline.SourceSize
}

// knownTexts is the least number of digests remembered; each costs about 30 bytes. A test remembers fewer.
const knownTexts = 1 << 13

func newTexts(dir string, with *codec) (*texts, error) {
	file, err := createParquet[textRow](dir, "texts", with)
	return &texts{file: file, known: digests{most: knownTexts}, near: map[string]string{}}, err
}

// keep writes an unknown text, and returns its digest: the first 32 hex digits of its SHA-256.
func (t *texts) keep(text string) string {
	if name, ok := t.near[text]; ok {
		return name
	}
	whole := printable.Valid(text)
	d := digestOf(whole)
	name := hex.EncodeToString(d[:])
	t.near[text] = name
	if t.err == nil && t.known.add(d) {
		t.err = t.file.write(textRow{name, whole, int32(pipeline.EstimateTokens(whole))})
	}
	return name
}

// name is keep for a column that may be NULL.
func (t *texts) name(s string) *string {
	digest := t.keep(s)
	return &digest
}

// json is keep for a value that may be missing.
func (t *texts) json(value json.RawMessage) *string {
	if value == nil {
		return nil
	}
	return t.name(string(value))
}

// next forgets the last case's digests.
func (t *texts) next() { clear(t.near) }

// finish ends the file, which then has each text once, in the order of arrival.
func (t *texts) finish() error {
	if !t.known.forgot {
		return t.file.finish()
	}
	t.known = digests{}
	whole, err := withoutDoubles(t.file)
	t.file = whole
	return err
}

func (t *texts) publish() error { return t.file.publish() }

func (t *texts) abort() error {
	if t == nil {
		return nil
	}
	return t.file.abort()
}

// digests remembers at least the last most digests used, and at most twice as many: when there are too many young ones
// they become the old ones, and the old ones are forgotten.
type digests struct {
	most       int
	young, old map[digest]struct{}
	forgot     bool
}

// add reports whether d is unknown, and remembers it.
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

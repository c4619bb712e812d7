package result

import (
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Mask masks secrets in the whole result of a case, before it goes to goldens, reports and the terminal. The system and
// the scores have used the unmasked texts. Volatile text is replaced too, except in names of files and lines.
func (r *Result) Mask(m *secrets.Masker) {
	names := m.Secrets()
	for i, err := range r.Errors {
		r.Errors[i] = trace.MaskedError(names, err)
	}
	for i, text := range r.Failures {
		r.Failures[i] = m.Text(text)
	}
	for i, text := range r.Warnings {
		r.Warnings[i] = names.Text(text)
	}
	r.Quarantine = names.Text(r.Quarantine)
	r.Skipped, r.Tags, r.Group = names.Text(r.Skipped), maskedTexts(names, r.Tags), names.Text(r.Group)
	maskScores(m, r.Scores)
	if r.Trace != nil {
		r.Trace.Mask(m)
	}
}

// AddCells adds the cells of calls broken on purpose, masked.
func (r *Result) AddCells(m *secrets.Masker, cells []Cell, scores []score.Score) {
	MaskCells(m, cells)
	maskScores(m, scores)
	r.Cells, r.Scores = append(r.Cells, cells...), append(r.Scores, scores...)
}

// MaskCells masks secrets in cells.
func MaskCells(m *secrets.Masker, cells []Cell) {
	names := m.Secrets()
	for i := range cells {
		c := &cells[i]
		c.Path, c.Why = names.Text(c.Path), m.Text(c.Why)
	}
}

func maskScores(m *secrets.Masker, scores []score.Score) {
	for i := range scores {
		s := &scores[i]
		s.Want, s.Got, s.Reason = m.Text(s.Want), m.Text(s.Got), m.Text(s.Reason)
		s.Others = maskedTexts(m, s.Others)
	}
}

// maskedTexts returns masked copies of a case's texts.
func maskedTexts(m *secrets.Masker, texts []string) []string {
	masked := make([]string, len(texts))
	for i, text := range texts {
		masked[i] = m.Text(text)
	}
	return masked
}

// MaskNames masks the names under which a result is reported. Files keep theirs, and nothing in a name is volatile.
func (r *Result) MaskNames(m *secrets.Masker) {
	m = m.Secrets()
	for _, name := range []*string{&r.Case, &r.File, &r.Golden, &r.Pending} {
		*name = m.Text(*name)
	}
	for i := range r.Forms {
		r.Forms[i].File = m.Text(r.Forms[i].File)
	}
	if r.Trace != nil {
		r.Trace.Case = r.Case
	}
}

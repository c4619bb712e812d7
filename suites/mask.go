package suites

import (
	"cmp"
	"encoding/json"
	"regexp"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// Masker masks what is written of the project and shown of it: with the allow list of its root file and, once suites
// are loaded, with what is a secret to one of them.
func (p *Project) Masker() *secrets.Masker { return cmp.Or(p.shown, p.masker) }

// allow reads the allow list of the root file.
func (p *Project) allow(n *strict.Node, entries []string) error {
	var allowed []secrets.Allowed
	for i, text := range entries {
		a, err := secrets.ParseAllowed(text)
		if err != nil {
			return n.Get("allow").Items[i].Errorf("secrets: %w", err)
		}
		allowed = append(allowed, a)
	}
	p.masker = secrets.New(allowed...)
	return nil
}

// keepMasker keeps what is a secret to one of the suites.
func (p *Project) keepMasker(loaded []*Suite) {
	var own []*regexp.Regexp
	for _, s := range loaded {
		own = append(own, s.secrets...)
	}
	p.shown = p.masker.With(own...)
}

// readSecrets reads what else is a secret to the suite.
func (s *Suite) readSecrets(n *strict.Node) error {
	for i, text := range s.Secrets {
		re, err := secrets.ParseExpression(text)
		if err != nil {
			return n.Items[i].Errorf("secrets: %w", err)
		}
		s.secrets = append(s.secrets, re)
	}
	s.masker = s.project.masker.With(s.secrets...)
	return nil
}

// mask puts masks in the place of secrets, in all that the run of a case came to: from here it goes to goldens, reports
// and the terminal. The system has seen the texts as they were, and they were judged so.
func (r *Result) mask(m *secrets.Masker) {
	for i, err := range r.Errors {
		r.Errors[i] = maskedError(m, err)
	}
	for i, text := range r.Failures {
		r.Failures[i] = m.Text(text)
	}
	for i, text := range r.Warnings {
		r.Warnings[i] = m.Text(text)
	}
	r.Skipped, r.Tags = m.Text(r.Skipped), maskedTexts(m, r.Tags)
	for i := range r.Scores {
		s := &r.Scores[i]
		s.Want, s.Got, s.Reason = m.Text(s.Want), m.Text(s.Got), m.Text(s.Reason)
		s.Others = maskedTexts(m, s.Others)
	}
	if r.Trace != nil {
		r.Trace.mask(m)
	}
}

// maskedTexts are texts of a case, which stay as they are, with masks.
func maskedTexts(m *secrets.Masker, texts []string) []string {
	masked := make([]string, len(texts))
	for i, text := range texts {
		masked[i] = m.Text(text)
	}
	return masked
}

// maskNames puts masks into the names under which a result is reported. Files keep theirs.
func (r *Result) maskNames(m *secrets.Masker) {
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

func (t *Trace) mask(m *secrets.Masker) {
	for i := range t.Steps {
		s := &t.Steps[i]
		s.Failure, s.Err, s.Value = model.MaskedFailure(m, s.Failure), maskedError(m, s.Err), m.JSON(s.Value)
		if s.Tool != nil {
			result := s.Tool.Result
			result.Content = m.Text(result.Content)
			use := &pipeline.ToolUse{Call: model.MaskedCall(m, s.Tool.Call), Result: result}
			if s.Tool.Said != nil {
				said := model.MaskedCall(m, *s.Tool.Said)
				use.Said = &said
			}
			s.Tool = use
		}
		if s.Fallback != nil {
			f := maskedFallback(m, *s.Fallback)
			s.Fallback = &f
		}
		if s.Call != nil {
			s.Call.mask(m)
		}
	}
	for i := range t.Outcomes {
		t.Outcomes[i].mask(m)
	}
}

func (c *Call) mask(m *secrets.Masker) {
	c.Request, c.Response = model.Masked(m, c.Request), model.MaskedResponse(m, c.Response)
	c.Failure, c.Decision = model.MaskedFailure(m, c.Failure), m.JSON(c.Decision)
	for i, f := range c.Fallbacks {
		c.Fallbacks[i] = maskedFallback(m, f)
	}
}

func maskedFallback(m *secrets.Masker, f pipeline.Fallback) pipeline.Fallback {
	f.Detail = m.Text(f.Detail)
	return f
}

func (o *Outcome) mask(m *secrets.Masker) {
	replies := make([]pipeline.Reply, len(o.Replies))
	for i, r := range o.Replies {
		r.Text = m.Text(r.Text)
		replies[i] = r
	}
	o.Replies = replies
	if o.State != nil {
		o.State = maskedState{o.State, m}
	}
}

// maskedState is a session's state that is masked when it is written, which it mostly is not.
type maskedState struct {
	state any
	m     *secrets.Masker
}

// MarshalJSON implements json.Marshaler.
func (s maskedState) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(s.state)
	return s.m.JSON(raw), err
}

// maskError is an error whose text held a secret.
type maskError struct {
	err  error
	text string
}

func (e *maskError) Error() string { return e.text }
func (e *maskError) Unwrap() error { return e.err }

func maskedError(m *secrets.Masker, err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if masked := m.Text(text); masked != text {
		return &maskError{err, masked}
	}
	return err
}

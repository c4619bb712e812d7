package trace

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

func (t *Trace) Mask(m *secrets.Masker) {
	for i := range t.Steps {
		s := &t.Steps[i]
		s.Failure, s.Err, s.Value = model.MaskedFailure(m, s.Failure), MaskedError(m, s.Err), m.JSON(s.Value)
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
	inputs := make([]Input, len(t.Inputs))
	for i, in := range t.Inputs {
		in.Text = m.Text(in.Text)
		inputs[i] = in
	}
	t.Inputs = inputs
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

// maskedState is a session's state that is masked only when it is written, which is rare.
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

func MaskedError(m *secrets.Masker, err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if masked := m.Text(text); masked != text {
		return &maskError{err, masked}
	}
	return err
}

package runner

import (
	"context"
	"fmt"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// ArrivingAnswers answers the requests of one case, in this order: from a recording of exactly this request; by the
// case's scripts for the stage; from a recording of the most similar call; by the suite's otherwise.
type ArrivingAnswers struct {
	Case      *fixtures.Case
	Otherwise fixtures.Answers
	Recorded  *model.Arrived
	Next      pipeline.Arrivals // for requests without an answer; nil: those are misses
	AllCalls  bool              // scripts are unused: Next gets their requests too

	mu   sync.Mutex
	used map[*fixtures.Answer]bool
}

// NewArrivingAnswers returns the answers of a case with its recording; nil: it has none.
func NewArrivingAnswers(c *fixtures.Case, otherwise fixtures.Answers, rec *model.Recording) *ArrivingAnswers {
	return &ArrivingAnswers{Case: c, Otherwise: otherwise, Recorded: model.NewArrived(rec)}
}

// Arrived implements pipeline.Arrivals.
func (s *ArrivingAnswers) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	if resp, err, ok := s.Recorded.Same(a.Place, a.Request); ok {
		return resp, err
	}
	if resp, err, ok := s.ofCase(a); ok {
		return resp, err
	}
	if resp, err, ok := s.Recorded.Stale(a.Place, a.Leaf, a.Request); ok {
		return resp, err
	}
	if ans, _, _ := s.Otherwise.Arrived(a.Stage, a.Number, a.Messages); ans != nil {
		resp, err := ans.Response(a.Seed)
		resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise}
		return resp, err
	}
	if s.Next != nil {
		return s.Next.Arrived(ctx, a)
	}
	return pipeline.Response{}, &model.MissError{Got: a.Request, Provider: a.Provider}
}

// ofCase returns the case's scripted answer.
func (s *ArrivingAnswers) ofCase(a pipeline.Arrival) (resp pipeline.Response, err error, ok bool) {
	if s.AllCalls {
		return resp, nil, false
	}
	ans, key, inOrder := s.Case.Arrived(a.Place, a.Stage, a.Number, a.Messages)
	if inOrder && a.Beside != "" {
		return resp, sideBySide(key, a), true
	}
	if ans == nil {
		return resp, nil, false
	}
	s.mu.Lock()
	if s.used == nil {
		s.used = map[*fixtures.Answer]bool{}
	}
	s.used[ans] = true
	s.mu.Unlock()
	resp, err = ans.Response(a.Seed)
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted}
	return resp, err, true
}

// sideBySide says that concurrent requests, whose order differs from run to run, cannot take a list of answers in
// order.
func sideBySide(key string, a pipeline.Arrival) error {
	return &pipeline.InputError{What: fmt.Sprintf("answers: %s is a list, taken in order, but two requests of the "+
		"stage wait at the same time (%s; %s): give each answer a `when:`, or all requests one answer",
		key, a.Beside, a.Words)}
}

// Used reports whether an answer of the case has answered a request.
func (s *ArrivingAnswers) Used(ans *fixtures.Answer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used[ans]
}

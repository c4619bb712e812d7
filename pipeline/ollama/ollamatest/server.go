// Package ollamatest provides Ollama servers for tests: one that speaks the protocol with answers from the test, and
// the real one, started with models of a few megabytes that are written here.
package ollamatest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
)

// Server is a server on this machine, until the end of its test. It is safe for concurrent use.
type Server struct {
	URL string // for the configuration of a host

	answer func(Request) Answer
	models *models

	mu       sync.Mutex
	requests []Request
}

// T is the test at whose end a server stops, such as a testing.TB.
type T interface {
	Helper()
	Cleanup(end func())
}

// New starts a server with some models, or with every model if none is given. It calls answer for /api/chat and
// /api/embed, but not to load a model, and for the same in OpenAI's form below /v1.
func New(t T, answer func(Request) Answer, have ...Model) *Server {
	t.Helper()
	s := &Server{answer: answer, models: &models{any: len(have) == 0, all: slices.Clone(have)}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", s.models.version)
	mux.HandleFunc("GET /api/tags", s.models.tags)
	mux.HandleFunc("POST /api/show", s.models.show)
	mux.HandleFunc("POST /api/chat", s.asked)
	mux.HandleFunc("POST /api/embed", s.asked)
	mux.HandleFunc("GET /v1/models", s.models.list)
	mux.HandleFunc("POST /v1/chat/completions", s.asked)
	mux.HandleFunc("POST /v1/embeddings", s.asked)
	served := httptest.NewServer(mux)
	t.Cleanup(served.Close)
	s.URL = served.URL
	return s
}

// Requests returns the requests for answers and vectors so far, in the order of arrival, including those that only load
// a model.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *Server) asked(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	req, err := parse(r, raw)
	if err != nil {
		say(w, http.StatusBadRequest, wrong{err.Error()})
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, req)
	s.mu.Unlock()
	if _, ok := s.models.find(req.Model); !ok {
		say(w, http.StatusNotFound, missing(req.Model))
		return
	}
	if req.Loads {
		load(w, req)
		return
	}
	s.answer(req).send(w, r, req)
}

package app

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// exchange is one request of a case, and its answer.
type exchange struct {
	handler Handler
	w       http.ResponseWriter
	r       *http.Request
	rest    string // the path below the prefix of the case
	path    string // without /v1
}

func (s *exchange) serve() {
	switch {
	case s.r.Method == http.MethodGet || s.r.Method == http.MethodHead:
		s.look()
	case s.r.Method != http.MethodPost:
		s.unknown()
	case endpointOfPath[s.path] != "":
		s.ask(endpointOfPath[s.path])
	case s.path == "/embeddings" || s.path == "/api/embed" || s.path == "/api/embeddings":
		s.embed()
	case s.path == "/api/show":
		s.answerLocally(OllamaChat, OllamaShow)
	case s.path == "/messages/count_tokens":
		s.answerLocally(Messages, CountTokens)
	default:
		s.unknown()
	}
}

// look answers a client's lookups, which come before requests to a model.
func (s *exchange) look() {
	switch s.path {
	case "/models":
		s.send(Models(s.handler.Models()))
	case "/api/tags":
		s.send(OllamaTags(s.handler.Models(), time.Unix(0, 0)))
	case "/api/ps":
		s.send(OllamaPs(s.handler.Models(), time.Unix(0, 0)))
	case "/api/version":
		s.send(OllamaVersion(ollamaVersion))
	case "":
		s.send(Sent{Status: http.StatusOK, Pieces: [][]byte{[]byte("Ollama is running")}})
	default:
		s.unknown()
	}
}

// ollamaVersion is the version of Ollama that the proxy claims: clients infer a server's abilities from it.
const ollamaVersion = "0.17.4"

// answerLocally answers a request that needs no model.
func (s *exchange) answerLocally(e Endpoint, answer func(body []byte) (Sent, error)) {
	body, ok := s.body()
	if !ok {
		return
	}
	sent, err := answer(body)
	if err != nil {
		s.wrong(e, err)
		return
	}
	s.send(sent)
}

func (s *exchange) embed() {
	body, ok := s.body()
	if !ok {
		return
	}
	b, err := ReadEmbeddings(s.path, body)
	if err != nil {
		s.wrong(ChatCompletions, err)
		return
	}
	s.send(s.handler.Embed(s.r.Context(), b))
}

func (s *exchange) ask(e Endpoint) {
	body, ok := s.body()
	if !ok {
		return
	}
	a := s.handler.Ask(s.r.Context(), Request{
		Endpoint: e, Path: s.rest, Query: s.r.URL.RawQuery, Header: s.r.Header, Body: body, Client: s.w,
	})
	s.answer(a)
}

// unknown refuses a request that no model answers.
func (s *exchange) unknown() {
	what := fmt.Sprintf("%s %s", s.r.Method, short(s.rest))
	s.handler.Refused(what)
	s.send(Fail(ChatCompletions, http.StatusNotFound, "beaver-eval does not answer "+what))
}

// wrong refuses a body.
func (s *exchange) wrong(e Endpoint, err error) {
	s.handler.Refused(fmt.Sprintf("%s %s: %v", s.r.Method, short(s.rest), err))
	s.send(Fail(e, http.StatusBadRequest, "beaver-eval: "+err.Error()))
}

// body reads the body of a request within its limit. An unreadable one is refused and reported: the account of a case
// has all of its requests, readable or not.
func (s *exchange) body() (body []byte, ok bool) {
	body, err := s.sent()
	tooLong, _ := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLong != nil:
		what := fmt.Sprintf("%s %s: a body of more than %d MB", s.r.Method, short(s.rest), MaxBody>>20)
		s.handler.Refused(what)
		s.w.Header().Set("Connection", "close")
		s.send(Fail(ChatCompletions, http.StatusRequestEntityTooLarge, "beaver-eval: "+what))
		return nil, false
	case err != nil:
		s.wrong(cmp.Or(endpointOfPath[s.path], ChatCompletions), err)
		return nil, false
	}
	return body, true
}

// sent returns the body, unpacked.
func (s *exchange) sent() ([]byte, error) {
	packing := strings.ToLower(strings.Join(s.r.Header.Values("Content-Encoding"), ","))
	from := http.MaxBytesReader(s.w, s.r.Body, MaxBody)
	body, err := read(from, s.r.ContentLength)
	if tooLong, _ := errors.AsType[*http.MaxBytesError](err); tooLong != nil {
		return nil, err
	} else if err != nil {
		return nil, errors.New("the connection ended in the middle of the body")
	}
	switch packing {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		return unpacked(body)
	}
	return nil, fmt.Errorf("a body compressed as %.40q: want gzip, or none", packing)
}

// read reads a body to its end; its length is not always known.
func read(from io.Reader, length int64) ([]byte, error) {
	var b bytes.Buffer
	if n := min(length, 1<<20); n > 0 { // a claimed length is not trusted: more is allocated as data comes
		b.Grow(int(n) + bytes.MinRead)
	}
	_, err := b.ReadFrom(from)
	return b.Bytes(), err
}

// unpacked decompresses a gzip body, within the limit.
func unpacked(body []byte) ([]byte, error) {
	var b bytes.Buffer
	packed, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		_, err = b.ReadFrom(io.LimitReader(packed, MaxBody+1))
	}
	switch {
	case b.Len() > MaxBody:
		return nil, &http.MaxBytesError{Limit: MaxBody}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return nil, errors.New("a gzip body that is cut off")
	case err != nil:
		return nil, fmt.Errorf("a body that is not gzip: %w", err)
	}
	return b.Bytes(), nil
}

func (s *exchange) send(sent Sent) { s.answer(ProxyAnswer{Sent: sent}) }

// answer sends an answer piece by piece, as far as it is to go.
func (s *exchange) answer(a ProxyAnswer) {
	switch a.Broken {
	case Held:
		<-s.r.Context().Done()
		return
	case Given:
		return
	case Torn:
		s.hangUp(false)
		return
	}
	pieces := a.Pieces
	if a.Broken != Whole {
		pieces = pieces[:min(a.At, len(pieces))]
	}
	head := s.w.Header()
	for key, values := range a.Header {
		head[key] = values
	}
	if len(a.Pieces) == 1 {
		head.Set("Content-Length", fmt.Sprint(len(a.Pieces[0])))
	}
	if a.Broken == Reset && len(pieces) == 0 {
		s.hangUp(true)
		return
	}
	s.w.WriteHeader(a.Status)
	flusher := http.NewResponseController(s.w)
	for _, piece := range pieces {
		if _, err := s.w.Write(piece); err != nil {
			return
		}
		if len(a.Pieces) > 1 && flusher.Flush() != nil {
			return
		}
	}
	if a.Broken != Whole {
		flusher.Flush() // the client gets this piece before the end
		s.hangUp(a.Broken == Reset)
	}
}

// hangUp ends the connection: with a reset, or as if the server had ended in the middle.
func (s *exchange) hangUp(reset bool) {
	conn, _, err := http.NewResponseController(s.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // ends the connection too
	}
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// short shortens a path for messages.
func short(path string) string { return path[:min(len(path), 120)] }

package ollamatest

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
)

func (a Answer) send(w http.ResponseWriter, r *http.Request, req Request) {
	if a.Drop {
		panic(http.ErrAbortHandler)
	}
	body, form := a.body(req)
	w.Header().Set("Content-Type", form)
	for key, values := range a.Header {
		w.Header()[key] = values
	}
	w.WriteHeader(cmp.Or(a.Status, http.StatusOK))
	w.Write(body) // a client that does not read it is gone
	if a.Cut || a.Hang {
		http.NewResponseController(w).Flush()
	}
	if a.Hang {
		<-r.Context().Done()
	}
	if a.Cut {
		panic(http.ErrAbortHandler)
	}
}

func (a Answer) body(req Request) (body []byte, form string) {
	switch {
	case a.Body != "" || a.Status != 0:
		return []byte(a.Body), "application/json; charset=utf-8"
	case req.Embed && req.OpenAI:
		return encode(a.vectors(req)), "application/json"
	case req.OpenAI:
		return a.events(req), "text/event-stream"
	case req.Embed:
		return encode(a.embeddings(req)), "application/json; charset=utf-8"
	case !req.Stream:
		return encode(a.whole(req)), "application/json; charset=utf-8"
	}
	var b bytes.Buffer
	for _, l := range a.lines(req) {
		b.Write(encode(l))
	}
	return b.Bytes(), "application/x-ndjson"
}

// load answers a request that only loads a model.
func load(w io.Writer, req Request) {
	if req.Embed {
		w.Write(encode(embedded{Model: req.Model, Embeddings: [][]float32{}}))
		return
	}
	w.Write(encode(line{Model: req.Model, CreatedAt: createdAt, Message: reply{Role: "assistant"}, Done: true,
		DoneReason: "load"}))
}

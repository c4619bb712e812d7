package ollamatest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// Answer is what a model says.
type Answer struct {
	Content    string
	Thinking   string
	ToolCalls  json.RawMessage // the list of them, as a message has it
	DoneReason string          // empty: stop
	Embeddings [][]float32     // of /api/embed; nil: how often each text has each of the letters a to z

	Status int         // 0: 200
	Body   string      // sent as it is, in the place of all that stands above
	Header http.Header // beside or instead of what a server sends
	Drop   bool        // the connection ends before an answer begins
	Cut    bool        // the connection ends where the answer does, before it is complete
	Hang   bool        // where the answer ends nothing comes, until the client goes away
}

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
	w.Write(body) // who does not read it is gone
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
	case a.Body != "" || a.Status >= http.StatusMultipleChoices:
		return []byte(a.Body), "application/json; charset=utf-8"
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

// encode is one line of JSON. Raw JSON in it stays as it is, but for blanks.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte(`{"error":"ollamatest: the answer is no JSON: ` + strings.ReplaceAll(err.Error(), `"`, `'`) + `"}`)
	}
	return b.Bytes()
}

// embedded is how /api/embed answers.
type embedded struct {
	Model      string      `json:"model"`
	Embeddings [][]float32 `json:"embeddings"`
}

func (a Answer) embeddings(req Request) embedded {
	e := embedded{Model: req.Model, Embeddings: a.Embeddings}
	if e.Embeddings != nil {
		return e
	}
	for _, text := range req.Input {
		e.Embeddings = append(e.Embeddings, Letters(text))
	}
	return e
}

// Letters says how often a text has each of the letters a to z, whatever their case.
func Letters(text string) []float32 {
	v := make([]float32, 'z'-'a'+1)
	for _, c := range strings.ToLower(text) {
		if 'a' <= c && c <= 'z' {
			v[c-'a']++
		}
	}
	return v
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

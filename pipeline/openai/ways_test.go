package openai_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
)

// broken has each way of going wrong in the form of these servers; a refused connection has no server.
func broken() map[badserver.Way]ollamatest.Answer {
	first, whole := content("It "), content("It ")+content("rains.")+finish("stop")+done
	return map[badserver.Way]ollamatest.Answer{
		badserver.Timeout:         {Status: 200, Hang: true},
		badserver.SlowFirstByte:   {Body: whole},
		badserver.StallMidStream:  {Body: first, Hang: true},
		badserver.CutStream:       {Body: first + `data: {"choices":[{"del`, Cut: true},
		badserver.Reset:           {Drop: true},
		badserver.ModelNotFound:   {Status: 404, Body: `{"error":{"message":"model 'tiny' not found"}}`},
		badserver.ContextOverflow: {Status: 400, Body: `{"error":{"message":"x","type":"exceed_context_size_error"}}`},
		badserver.TooManyRequests: {Status: 429, Body: `{"error":{"message":"rate limit exceeded"}}`},
		badserver.Status500:       {Status: 500, Body: `{"error":{"message":"unexpected EOF"}}`},
		badserver.Status500Empty:  {Status: 500},
		badserver.QueueFull:       {Status: 503, Body: `{"error":{"message":"server busy"}}`},
		badserver.ErrorLine:       {Body: first + `data: {"error":{"message":"unexpected EOF"}}` + "\n\n"},
		badserver.NotDone:         {Body: first},
		badserver.Length:          {Body: first + finish("length") + done},
		badserver.Garbage:         {Body: first + "data: \x00\xff\xfe<garbage>\n\n" + whole},
		badserver.LongLine:        {Body: first + "data: " + strings.Repeat("a", 8<<20)},
	}
}

// A stage gets from each broken exchange what it gets from Ollama's, so that faults stand for both.
func TestWaysAreOllamas_FB1(t *testing.T) {
	bad, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer bad.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	req := hello()
	req.Timeout = 300 * time.Millisecond
	whole := pipeline.Response{Content: "It rains.", Finish: "stop"}
	for _, way := range badserver.Ways() {
		answer, has := broken()[way]
		if !has && way != badserver.Refused {
			t.Errorf("%s: not tried", way)
			continue
		}
		url := closed.URL
		if has {
			url = ollamatest.New(t, always(answer)).URL
		}
		want, wantErr := bad.Chat(t.Context(), way, req, whole, false)
		got, err := newClient(t, openai.Config{}, url).Chat(t.Context(), req)
		if reason(err) != reason(wantErr) {
			t.Errorf("%s: %v, and of Ollama %v", way, err, wantErr)
		}
		if err == nil && got.Finish != want.Finish {
			t.Errorf("%s: finish %q, and of Ollama %q", way, got.Finish, want.Finish)
		}
	}
}

// reason is that of a failure; empty: there is none.
func reason(err error) pipeline.Reason {
	if f, ok := errors.AsType[*pipeline.Failure](err); ok {
		return f.Reason
	}
	return ""
}

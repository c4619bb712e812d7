package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
)

// bodies has a request for each endpoint.
var bodies = map[Endpoint]string{
	ChatCompletions: `{"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": %t}`,
	Responses:       `{"model": "m", "input": "Hi", "stream": %t}`,
	Messages:        `{"model": "m", "messages": [{"role": "user", "content": "Hi"}], "max_tokens":9,"stream": %t}`,
	OllamaChat:      `{"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": %t}`,
	OllamaGenerate:  `{"model": "m", "prompt": "Hi", "stream": %t}`,
}

// each calls f with an answer of each endpoint, streamed and not.
func each(t *testing.T, f func(t *testing.T, body *Body, sent Sent)) {
	t.Helper()
	for endpoint, text := range bodies {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprint(endpoint, " ", stream), func(t *testing.T) {
				store := NewStore()
				body, err := store.Read(endpoint, fmt.Appendf(nil, text, stream))
				if err != nil || body.Stream != stream {
					t.Fatal(body, err)
				}
				resp := pipeline.Response{Content: "A good day, and a long one."}
				sent, err := store.Write(body, Reply{Response: resp, Seed: "s", Created: created})
				if err != nil {
					t.Fatal(err)
				}
				f(t, body, sent)
			})
		}
	}
}

// payloads returns the JSON values of a body or a stream, as a client separates them.
func payloads(stream bool, body []byte) (all []string) {
	if !stream {
		return []string{string(body)}
	}
	for line := range strings.SplitSeq(string(body), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if data, is := strings.CutPrefix(line, "data: "); is || strings.HasPrefix(line, "{") {
			if data != "[DONE]" {
				all = append(all, data)
			}
		}
	}
	return all
}

// One JSON value of a malformed answer is invalid, the others are unchanged.
func TestSpoilMalformed(t *testing.T) {
	each(t, func(t *testing.T, body *Body, sent Sent) {
		before := bytes.Join(sent.Pieces, nil)
		a := injectFault(body, sent, pipeline.InjectedMalformed)
		all, wrong := payloads(body.Stream, bytes.Join(a.Pieces, nil)), 0
		for _, text := range all {
			if !json.Valid([]byte(text)) {
				wrong++
			}
		}
		if wrong != 1 || len(all) != len(payloads(body.Stream, before)) || a.Status != 200 || a.Broken != Whole {
			t.Errorf("%d of %d values are no JSON, status %d:\n%s", wrong, len(all), a.Status, all)
		}
		if !bytes.Equal(before, bytes.Join(sent.Pieces, nil)) {
			t.Error("the answer itself has changed")
		}
	})
}

// A cut body is shorter than its declared length; a cut stream has a beginning, and not its end.
func TestSpoilCut(t *testing.T) {
	each(t, func(t *testing.T, body *Body, sent Sent) {
		whole := bytes.Join(sent.Pieces, nil)
		a := injectFault(body, sent, pipeline.InjectedCutBody)
		out := bytes.Join(a.Pieces[:a.At], nil)
		switch {
		case a.Broken != Cut || len(out) == 0 || len(out) >= len(whole) || !bytes.HasPrefix(whole, out):
			t.Errorf("%s: %d of %d bytes go out", a.Broken, len(out), len(whole))
		case !body.Stream && a.Header.Get("Content-Length") != strconv.Itoa(len(whole)):
			t.Errorf("Content-Length: %q, want %d", a.Header.Get("Content-Length"), len(whole))
		}
	})
}

// Errors are in the provider's form, and tell the client when to ask again.
func TestSpoilErrors(t *testing.T) {
	for how, want := range map[pipeline.InjectedHow]struct {
		status      int
		seconds, ms string
	}{
		pipeline.InjectedRate: {429, "0", "1"}, pipeline.InjectedServer: {500, "0", "1"},
		pipeline.InjectedRateWait: {429, "1", "1000"},
	} {
		each(t, func(t *testing.T, body *Body, sent Sent) {
			a := injectFault(body, sent, how)
			text := bytes.Join(a.Pieces, nil)
			if a.Status != want.status || a.Header.Get("Retry-After") != want.seconds ||
				a.Header.Get("Retry-After-Ms") != want.ms || !json.Valid(text) || !bytes.Contains(text, []byte(`"error"`)) {
				t.Errorf("status %d, %v: %s", a.Status, a.Header, text)
			}
			if a.Header.Values("X-Should-Retry") != nil {
				t.Error("whether it asks again is left to the client")
			}
		})
	}
}

func TestSpoilOthers(t *testing.T) {
	each(t, func(t *testing.T, body *Body, sent Sent) {
		if a := injectFault(body, sent, pipeline.InjectedEmpty); a.Status != 200 || len(bytes.Join(a.Pieces, nil)) > 0 {
			t.Errorf("empty: %d %q", a.Status, a.Pieces)
		}
		if a := injectFault(body, sent, pipeline.InjectedReset); a.Broken != Reset || a.At != 0 {
			t.Errorf("reset: %+v", a)
		}
		if a := injectFault(body, sent, pipeline.InjectedTimeout); a.Broken != Held {
			t.Errorf("held: %+v", a)
		}
	})
}

// A broken answer is a valid answer of the provider's form, streamed or not, which a client reads as it was broken.
func TestBrokenAnswersAreValid(t *testing.T) {
	call := []pipeline.ToolCall{{Name: "find", Arguments: `{"city":"Oslo"}`}}
	for endpoint, text := range bodies {
		for _, stream := range []bool{false, true} {
			for _, was := range []pipeline.Response{
				{Content: `{"lane": "billing", "urgency": 2}`}, {Content: "A good day, and a long one."}, {ToolCalls: call},
			} {
				store := NewStore()
				body, err := store.Read(endpoint, fmt.Appendf(nil, text, stream))
				if err != nil {
					t.Fatal(err)
				}
				body.Request.Tools = []pipeline.Tool{{Name: "find"}}
				s := fault.Subject{
					Stage: fault.StageOf(body.Request, was), Request: body.Request, Answer: was, Streamed: stream,
					Rand: rand.New(rand.NewPCG(1, 1)), Provider: endpoint.Provider(),
				}
				for _, f := range fault.OfApplications() {
					all, _ := f.InApplication(s)
					if f.Application.How != "" || f.Every {
						continue
					}
					for _, b := range all {
						readsAs(t, f.Name, store, body, b.Response)
					}
				}
			}
		}
	}
}

// readsAs checks that a client reads an answer as it was written.
func readsAs(t *testing.T, name string, store *Store, body *Body, want pipeline.Response) {
	t.Helper()
	sent, err := store.Write(body, Reply{Response: want, Seed: name, Created: created})
	if err != nil {
		t.Fatal(name, err)
	}
	out := bytes.Join(sent.Pieces, nil)
	for _, text := range payloads(body.Stream, out) {
		if !json.Valid([]byte(text)) {
			t.Errorf("%s: %s, stream %t: %.200q is not JSON", name, body.Endpoint, body.Stream, text)
		}
	}
	got, err := Answer(body.Endpoint, body.Stream, out)
	if err != nil || got.Content != want.Content || len(got.ToolCalls) != len(want.ToolCalls) {
		t.Fatalf("%s: %s, stream %t: %v: %+v of %+v", name, body.Endpoint, body.Stream, err, got, want)
	}
	for i, c := range want.ToolCalls {
		bare := strings.NewReplacer(": ", ":", ", ", ",") // some forms have the arguments as an object
		if d := got.ToolCalls[i]; d.Name != c.Name || bare.Replace(d.Arguments) != bare.Replace(c.Arguments) {
			t.Errorf("%s: %s, stream %t: %+v of %+v", name, body.Endpoint, body.Stream, d, c)
		}
	}
	if want.Finish == "length" && got.Finish != "length" {
		t.Errorf("%s: %s, stream %t: it ended with %s", name, body.Endpoint, body.Stream, got.Finish)
	}
}

// A stream of Anthropic's form has arguments as a text, so cut ones are cut there; elsewhere they are an object.
func TestCutArguments(t *testing.T) {
	const cut = `{"city": "Os`
	for stream, want := range map[bool]string{true: cut, false: `{"_raw":"{\"city\": \"Os"}`} {
		store := NewStore()
		body, err := store.Read(Messages, fmt.Appendf(nil, bodies[Messages], stream))
		if err != nil {
			t.Fatal(err)
		}
		resp := pipeline.Response{ToolCalls: []pipeline.ToolCall{{Name: "find", Arguments: cut}}}
		sent, err := store.Write(body, Reply{Response: resp, Seed: "s", Created: created})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, text := range payloads(stream, bytes.Join(sent.Pieces, nil)) {
			var said struct {
				Content []struct{ Input json.RawMessage }
				Delta   struct {
					Partial string `json:"partial_json"`
				}
			}
			if err := json.Unmarshal([]byte(text), &said); err != nil {
				t.Fatal(err)
			}
			for _, c := range said.Content {
				got += string(c.Input)
			}
			got += said.Delta.Partial
		}
		if got != want {
			t.Errorf("stream %t: %s, want %s", stream, got, want)
		}
	}
}

func TestFailureOf(t *testing.T) {
	other := errors.New("other")
	for err, want := range map[error]pipeline.Reason{
		&pipeline.Injected{How: pipeline.InjectedTimeout}: pipeline.Timeout,
		&pipeline.Injected{How: pipeline.InjectedRate}:    pipeline.Transport,
	} {
		if f, is := errors.AsType[*pipeline.Failure](failureOf(err)); !is || f.Reason != want || !errors.Is(f, err) {
			t.Errorf("%v: got %v", err, f)
		}
	}
	if failureOf(other) != other || failureOf(nil) != nil {
		t.Error("what was not injected is another error")
	}
}

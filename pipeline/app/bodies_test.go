package app_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// recorded is a request that a real client has sent.
type recorded struct {
	Path string
	Body json.RawMessage
}

// eachRecorded calls visit with the requests that real clients have sent.
func eachRecorded(t *testing.T, visit func(r recorded)) {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	f, err := os.Open(filepath.Join(shared, "data", "requests", "requests.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Buffer(nil, 1<<24); lines.Scan(); {
		var r recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		visit(r)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
}

// Each recorded request of a real client passes the proxy unchanged, to the byte, and the client can read its answer.
func TestProxyAnswersRealBodies(t *testing.T) {
	d, g := opened(t, "real")
	response, item := first(t, d.URL("real")+"/v1/responses")
	count := map[app.Endpoint]int{}
	eachRecorded(t, func(r recorded) {
		e := endpoint(r.Path)
		body := known(r.Body, response, item)
		g.taken()
		status, answer := ask(t, http.MethodPost, d.URL("real")+r.Path, body)
		asked, refused := g.taken()
		switch {
		case strings.HasSuffix(r.Path, "/conversations"):
			if status != http.StatusNotFound || len(refused) != 1 || refused[0] != "POST /v1/conversations" {
				t.Errorf("%s: status %d, told of %q", r.Path, status, refused)
			}
		case status != http.StatusOK || len(refused) > 0:
			t.Errorf("%s: status %d: %s; told of %q\n%s", r.Path, status, answer, refused, body)
		case e == "":
			if !json.Valid(answer) || !bytes.Contains(answer, []byte(`"embedding"`)) {
				t.Errorf("%s: %s", r.Path, answer)
			}
		default:
			if len(asked) != 1 || !bytes.Equal(asked[0].Body, body) || asked[0].Path != r.Path ||
				asked[0].Endpoint != e {
				t.Errorf("%s: the case was asked %+v", r.Path, asked)
			}
			resp, err := app.Answer(e, streams(t, body), answer)
			if err != nil || resp.Content != said {
				t.Errorf("%s: %q, %v:\n%s", r.Path, resp.Content, err, answer)
			}
		}
		count[e]++
	})
	if count[app.ChatCompletions] < 100 || count[app.Responses] < 100 || count[app.Messages] < 30 || count[""] < 3 {
		t.Errorf("asked %v", count)
	}
}

// first sends a request, and returns the ids of its response and of the response's item.
func first(t *testing.T, url string) (response, item string) {
	t.Helper()
	status, answer := ask(t, http.MethodPost, url, []byte(`{"model": "gpt-4o", "input": "Hello"}`))
	var first struct {
		ID     string
		Output []struct{ ID string }
	}
	if err := json.Unmarshal(answer, &first); err != nil || status != http.StatusOK || len(first.Output) != 1 {
		t.Fatalf("status %d, %v: %s", status, err, answer)
	}
	return first.ID, first.Output[0].ID
}

var (
	previous  = regexp.MustCompile(`("previous_response_id"\s*:\s*)"[^"]*"`)
	reference = regexp.MustCompile(`\{[^{}]*"item_reference"[^{}]*\}`)
)

// known replaces the recorded response that a body builds on by one that the case has given.
func known(body []byte, response, item string) []byte {
	body = previous.ReplaceAll(body, []byte(`${1}"`+response+`"`))
	return reference.ReplaceAll(body, []byte(`{"type": "item_reference", "id": "`+item+`"}`))
}

// streams reports whether a body asks for a streamed answer.
func streams(t *testing.T, body []byte) bool {
	t.Helper()
	var b struct{ Stream bool }
	if err := json.Unmarshal(body, &b); err != nil {
		t.Fatal(err)
	}
	return b.Stream
}

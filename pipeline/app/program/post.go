package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/theory/jsonpath"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// postJSON sends a body and returns the text of the answer.
func postJSON(ctx context.Context, url, body string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true}, // and no proxy
		CheckRedirect: sameHost,
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, outputLimit+1))
	switch {
	case resp.StatusCode >= http.StatusMultipleChoices:
		return "", &StatusError{resp.StatusCode, firstLine(answer)}
	case err != nil:
		return "", err
	case len(answer) > outputLimit:
		return "", &FloodError{"the service's answer", outputLimit}
	}
	return string(answer), nil
}

// sameHost follows redirects within a service, as from /chat to /chat/.
func sameHost(req *http.Request, via []*http.Request) error {
	const most = 3
	if len(via) > most || req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}

// firstLine returns the first line of an answer that is not blank.
func firstLine(answer []byte) string {
	text := strings.TrimSpace(string(answer))
	line, _, _ := strings.Cut(text, "\n")
	return shown(line)
}

// cause returns an error of a connection without its addresses, which differ from run to run.
func cause(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*net.OpError](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*os.SyscallError](err); ok {
		err = e.Err
	}
	if errors.Is(err, io.EOF) {
		return errors.New("the connection ended without an answer")
	}
	return err
}

// replyPath parses the JSONPath of a reply, which finds one text at most.
func replyPath(text string) (*jsonpath.Path, error) {
	const most = 1000 // bytes
	if len(text) > most {
		return nil, fmt.Errorf("a JSONPath of %d bytes: it may have %d", len(text), most)
	}
	path, err := jsonpath.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	if path.Query().Singular() == nil {
		return nil, fmt.Errorf("%s may find more than one text: want a path of names and indexes", text)
	}
	return path, nil
}

// replyIn returns the text at a path of an answer, or the whole answer if there is no path.
func replyIn(answer, path string) (string, error) {
	if path == "" {
		return answer, nil
	}
	parsed, err := replyPath(path)
	if err != nil {
		return "", err
	}
	value, err := jsonvalue.Parse([]byte(answer))
	if err != nil {
		return "", &ProtocolError{"the service's answer is not JSON", firstLine([]byte(answer))}
	}
	found := parsed.Select(value)
	if len(found) == 0 {
		return "", &ProtocolError{"the service's answer has nothing at " + path, firstLine([]byte(answer))}
	}
	reply, ok := found[0].(string)
	if !ok {
		return "", &ProtocolError{"the service's answer has no text at " + path, firstLine([]byte(answer))}
	}
	return reply, nil
}

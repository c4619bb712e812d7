package app_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// A request that no model answers gets a 404, and the case gets a line about it.
func TestProxyRefusesOtherRoutes(t *testing.T) {
	t.Parallel()
	d, g := opened(t, "one")
	for _, c := range []struct{ method, path, told string }{
		{"POST", "/v1/conversations", "POST /v1/conversations"},
		{"GET", "/v1/responses/resp_1", "GET /v1/responses/resp_1"},
		{"DELETE", "/v1/responses/resp_1", "DELETE /v1/responses/resp_1"},
		{"POST", "/v1/traces/ingest", "POST /v1/traces/ingest"},
		{"PUT", "/v1/chat/completions", "PUT /v1/chat/completions"},
		{"POST", "/" + strings.Repeat("a", 500), "POST /" + strings.Repeat("a", 119)},
	} {
		status, answer := ask(t, c.method, d.URL("one")+c.path, []byte("{}"))
		_, told := g.taken()
		if status != http.StatusNotFound || !slices.Equal(told, []string{c.told}) ||
			!strings.Contains(string(answer), "beaver-eval does not answer") {
			t.Errorf("%s %.80s: status %d, told of %q: %s", c.method, c.path, status, told, answer)
		}
	}
}

// A path is found without /v1, with it, and with two of them.
func TestProxyFindsRoutes(t *testing.T) {
	t.Parallel()
	d, g := opened(t, "one")
	const chat = `{"model": "m", "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 9}`
	for _, path := range []string{
		"/chat/completions", "/v1/chat/completions", "/v1/v1/chat/completions", "/v1/chat/completions/",
		"/messages", "/v1/messages", "/v1/v1/messages", "/api/chat",
	} {
		if status, answer := ask(t, "POST", d.URL("one")+path, []byte(chat)); status != http.StatusOK {
			t.Errorf("%s: status %d: %s", path, status, answer)
		}
	}
	for _, path := range []string{"/v1/models", "/models", "/api/tags", "/api/ps", "/api/version", "/", ""} {
		if status, answer := ask(t, "GET", d.URL("one")+path, nil); status != http.StatusOK || len(answer) == 0 {
			t.Errorf("%s: status %d: %s", path, status, answer)
		}
	}
	if _, told := g.taken(); len(told) > 0 {
		t.Errorf("told of %q", told)
	}
}

// A request for a case that does not exist is told so.
func TestProxyKnowsItsCases(t *testing.T) {
	t.Parallel()
	d, _ := opened(t, "one")
	leave, err := d.Let("two", &handler{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Let("two", &handler{}); err == nil {
		t.Error("two cases of one name are let in")
	}
	leave()
	other, err := d.Let("three", &handler{})
	if err != nil {
		t.Fatal(err)
	}
	defer other()
	for _, c := range []struct{ url, want string }{
		{d.URL("two"), "the case two is over"},
		{d.URL("four"), "there is no case four"},
		{d.Base(), "there is no case in this URL"},
	} {
		status, answer := ask(t, "POST", c.url+"/v1/chat/completions", []byte("{}"))
		if status != http.StatusNotFound || !strings.Contains(string(answer), c.want) {
			t.Errorf("%s: status %d: %s", c.url, status, answer)
		}
	}
}

// The proxy forwards nothing, be it asked for a tunnel or for a URL, and reports that to the case whose proxy it is.
func TestProxyIsNoWayOut(t *testing.T) {
	t.Parallel()
	d, g := opened(t, "one case")
	if leave, err := d.Let("two", &handler{}); err != nil {
		t.Fatal(err)
	} else {
		defer leave()
	}
	proxy, err := url.Parse(d.Proxy("one case"))
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	if _, err := client.Get("https://api.example.com/v1/models"); err == nil ||
		!strings.Contains(err.Error(), "Forbidden") {
		t.Errorf("a tunnel: %v", err)
	}
	resp, err := client.Get("http://weather.example.com/now")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	_, told := g.taken()
	want := []string{"a connection to api.example.com:443", "a connection to weather.example.com"}
	if resp.StatusCode != http.StatusForbidden || !slices.Equal(told, want) {
		t.Errorf("status %d, told of %q, want %q", resp.StatusCode, told, want)
	}
}

// If something else names the cases, a refusal without a case is reported to those who ask for it.
func TestProxyTellsOfStrangers(t *testing.T) {
	t.Parallel()
	var told []string
	d, g := openedAs(t, "one", app.Setup{Key: runKey, Strange: func(what string) { told = append(told, what) }})
	d.DriveBy(&nobody{})
	for _, name := range []string{"one", "tests"} {
		proxy, err := url.Parse(d.Proxy(name))
		if err != nil {
			t.Fatal(err)
		}
		client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
		resp, err := client.Get("http://" + name + ".example.com/now")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	_, own := g.taken()
	if !slices.Equal(own, []string{"a connection to one.example.com"}) ||
		!slices.Equal(told, []string{"a connection to tests.example.com"}) {
		t.Errorf("the case is told of %q, who asks of %q", own, told)
	}
}

// The connection of a refused tunnel is closed, and the proxy has a password: some clients wait for the one, some send
// no name without the other.
func TestProxyEndsTunnels(t *testing.T) {
	t.Parallel()
	d, _ := opened(t, "one case")
	proxy, err := url.Parse(d.Proxy("one case"))
	if err != nil {
		t.Fatal(err)
	}
	if password, is := proxy.User.Password(); !is || password == "" || proxy.User.Username() == "" {
		t.Errorf("the proxy is %s, want a name and a password", proxy)
	}
	conn, err := net.Dial("tcp", d.Host())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(conn, "CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n\r\n")
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 403 ") {
		t.Errorf("not ended (%v): %s", err, answer)
	}
}

// Answers break as they are meant to.
func TestProxyBreaksAnswers(t *testing.T) {
	t.Parallel()
	const stream = `{"model": "m", "stream": true, "messages": [{"role": "user", "content": "Hello"}]}`
	for _, c := range []struct {
		broken app.Broken
		at     int
		begins bool
	}{
		{app.Cut, 1, true}, {app.Reset, 1, true}, {app.Reset, 0, false}, {app.Held, 0, false},
	} {
		t.Run(fmt.Sprint(c.broken, c.at), func(t *testing.T) {
			t.Parallel()
			d, g := opened(t, "one")
			g.broken, g.at = c.broken, c.at
			client := &http.Client{Timeout: time.Second / 4}
			resp, err := client.Post(d.URL("one")+"/v1/chat/completions", "application/json", strings.NewReader(stream))
			if (err == nil) != c.begins {
				t.Fatalf("the answer begins: %v, want %t", err, c.begins)
			}
			if err != nil {
				timeout, is := errors.AsType[net.Error](err)
				if held := is && timeout.Timeout(); held != (c.broken == app.Held) {
					t.Error(err)
				}
				return
			}
			defer resp.Body.Close()
			answer, err := io.ReadAll(resp.Body)
			if err == nil || strings.Contains(string(answer), "[DONE]") {
				t.Errorf("the answer is whole (%v): %s", err, answer)
			}
		})
	}
}

// A body that is too long is not read to its end, compressed or not.
func TestProxyReadsNoLongBodies(t *testing.T) {
	t.Parallel()
	d, g := opened(t, "one")
	conn, err := net.Dial("tcp", d.Host())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const head = "POST /k/" + runKey + "/case/one/v1/chat/completions HTTP/1.1\r\n"
	fmt.Fprintf(conn, head+"Host: %s\r\nContent-Length: %d\r\n\r\n", d.Host(), app.MaxBody+1)
	go io.Copy(conn, io.LimitReader(zeros{}, app.MaxBody+1)) // as far as the proxy reads it
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	_, told := g.taken()
	if resp.StatusCode != http.StatusRequestEntityTooLarge || len(told) != 1 ||
		!strings.Contains(told[0], "a body of more than 64 MB") {
		t.Errorf("status %d, told of %q", resp.StatusCode, told)
	}
}

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// nobody is a driver that says nothing.
type nobody struct{}

func (*nobody) Comes()                          {}
func (*nobody) Case(string) app.Handler         { return &handler{} }
func (*nobody) CaseOf(string) string            { return "tests" }
func (*nobody) Line([]byte) (a []byte, e error) { return nil, nil }

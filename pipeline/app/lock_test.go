package app_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

const hello = `{"model": "m", "messages": [{"role": "user", "content": "Hello"}]}`

// strangers keeps refusals that belong to no case.
type strangers struct {
	mu   sync.Mutex
	told []string
}

func (s *strangers) add(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, what)
}

// taken returns the reports since the last call.
func (s *strangers) taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	told := s.told
	s.told = nil
	return told
}

// sent returns the status of a request with custom headers.
func sent(t *testing.T, method, url, host string, header http.Header) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header
	}
	if host != "" {
		req.Host = host
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// A request from outside the run is refused, whatever it knows of the URL, and no case learns of it: a page in a
// browser cannot hide its origin.
func TestProxyRefusesForeigners(t *testing.T) {
	t.Parallel()
	var strange strangers
	d, g := openedAs(t, "one", app.Setup{
		Key: runKey, Strange: strange.add, Hosts: []string{"host.docker.internal", "proxy:8080"},
	})
	port := d.Host()[strings.LastIndex(d.Host(), ":"):]
	for _, c := range []struct {
		name, host string
		header     http.Header
		told       string // empty: it is answered
	}{
		{"a client", "", nil, ""},
		{"Node's fetch", "", http.Header{"Sec-Fetch-Mode": {"cors"}, "Accept-Language": {"*"}}, ""},
		{"localhost", "localhost" + port, nil, ""},
		{"LOCALHOST", "LOCALHOST" + port, nil, ""},
		{"IPv6", "[::1]" + port, nil, ""},
		{"a container", "host.docker.internal" + port, nil, ""},
		{"a container by another port", "host.docker.internal:80", nil, ""},
		{"a name with its port", "proxy:8080", nil, ""},
		{"typed by the user", "", http.Header{"Sec-Fetch-Site": {"none"}}, ""},
		{"its own page", "", http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"http://" + d.Host()}}, ""},

		{"a name with another port", "proxy:80", nil, `Host "proxy:80"`},
		{"a rebound name", "evil.example" + port, nil, `Host "evil.example` + port + `"`},
		{"a name that begins so", "localhost.evil.example" + port, nil, `Host "localhost.evil.example` + port + `"`},
		{"another port", "127.0.0.1:1", nil, `Host "127.0.0.1:1"`},
		{"no port", "127.0.0.1", nil, `Host "127.0.0.1"`},
		{"an address of the net", "192.168.0.1" + port, nil, `Host "192.168.0.1` + port + `"`},
		{"a page", "", http.Header{"Origin": {"https://evil.example"}}, `Origin "https://evil.example"`},
		{"a page of nobody", "", http.Header{"Origin": {"null"}}, `Origin "null"`},
		{"an empty origin", "", http.Header{"Origin": {""}}, `Origin ""`},
		{"a page of this machine", "", http.Header{"Origin": {"http://localhost:3000"}},
			`Origin "http://localhost:3000"`},
		{"a second origin", "", http.Header{"Origin": {"http://" + d.Host(), "https://evil.example"}},
			`Origin "https://evil.example"`},
		{"a simple request", "", http.Header{"Sec-Fetch-Site": {"cross-site"}, "Content-Type": {"text/plain"}},
			`Sec-Fetch-Site "cross-site"`},
		{"a neighbour", "", http.Header{"Sec-Fetch-Site": {"same-site"}}, `Sec-Fetch-Site "same-site"`},
	} {
		status := sent(t, http.MethodPost, d.URL("one")+"/v1/chat/completions", c.host, c.header)
		asked, refused := g.taken()
		told := strange.taken()
		want := http.StatusOK
		if c.told != "" {
			want = http.StatusForbidden
		}
		ok := c.told == "" && len(told) == 0 && len(asked) == 1
		if c.told != "" {
			text := "a request with " + strings.ReplaceAll(c.told, port, ":PORT")
			ok = len(told) == 1 && strings.HasPrefix(told[0], text) && len(asked) == 0 &&
				strings.HasSuffix(told[0], " (403): this proxy answers only its own program")
		}
		if status != want || !ok || len(refused) > 0 {
			t.Errorf("%s: status %d, asked %d times, the case is told of %q, somebody of %q", c.name, status,
				len(asked), refused, told)
		}
	}
}

// Before a page may send a non-simple request, its browser sends a preflight: it is refused too.
func TestProxyRefusesPreflights(t *testing.T) {
	t.Parallel()
	var strange strangers
	d, g := openedAs(t, "one", app.Setup{Key: runKey, Strange: strange.add})
	for _, method := range []string{http.MethodOptions, http.MethodGet, http.MethodPut} {
		status := sent(t, method, d.URL("one")+"/v1/models", "", http.Header{"Origin": {"https://evil.example"}})
		if asked, refused := g.taken(); status != http.StatusForbidden || len(asked)+len(refused) > 0 {
			t.Errorf("%s: status %d, asked %v, told of %q", method, status, asked, refused)
		}
	}
}

// Without the key everything is refused, and a program that builds its own URL is told the right form, once.
func TestProxyWantsItsKey(t *testing.T) {
	t.Parallel()
	var strange strangers
	d, g := openedAs(t, "one", app.Setup{Key: runKey, Strange: strange.add})
	const path = "/v1/chat/completions"
	base := "http://" + d.Host()
	for _, url := range []string{
		base + path, base + "/case/one" + path, base, base + "/k", base + "/k/", base + "/k//case/one" + path,
		base + "/k/" + runKey[1:] + "/case/one" + path, base + "/k/" + runKey + "x/case/one" + path,
		base + "/k/" + strings.ToLower(runKey) + "/case/one" + path, base + "/K/" + runKey + "/case/one" + path,
		base + "/case/one/k/" + runKey + path,
	} {
		if status := sent(t, http.MethodPost, url, "", nil); status != http.StatusNotFound {
			t.Errorf("%s: status %d", url, status)
		}
	}
	asked, refused := g.taken()
	want := []string{"POST /v1/chat/completions without the key of this run (404): a base URL is " +
		"OPENAI_BASE_URL as it is, or begins with BEAVER_EVAL_URL: http://127.0.0.1:PORT/k/KEY/case/NAME"}
	if diff := cmp.Diff(want, strange.taken()); diff != "" || len(asked)+len(refused) > 0 {
		t.Errorf("asked %v, the case is told of %q (-want +got):\n%s", asked, refused, diff)
	}
	if status := sent(t, http.MethodPost, d.Base()+"/case/one"+path, "", nil); status != http.StatusOK {
		t.Errorf("with the key: status %d", status)
	}
}

// The key of another run is not reported either.
func TestProxyHidesForeignKeys(t *testing.T) {
	t.Parallel()
	var strange strangers
	d, _ := openedAs(t, "one", app.Setup{Key: runKey, Strange: strange.add})
	sent(t, http.MethodPost, "http://"+d.Host()+"/k/YESTERDAYS-KEY/case/one/v1/messages", "", nil)
	told := strange.taken()
	if len(told) != 1 || strings.Contains(told[0], "YESTERDAY") ||
		!strings.HasPrefix(told[0], "POST /k/…/case/one/v1/messages without the key") {
		t.Errorf("%q", told)
	}
}

// A proxy without a key is open to all clients of this machine but pages.
func TestProxyWithoutKey(t *testing.T) {
	t.Parallel()
	d, g := openedAs(t, "one", app.Setup{})
	for _, url := range []string{d.URL("one"), d.Base(), "http://" + d.Host() + "/case/one"} {
		if status := sent(t, http.MethodPost, url+"/v1/chat/completions", "", nil); status != http.StatusOK {
			t.Errorf("%s: status %d", url, status)
		}
	}
	status := sent(t, http.MethodPost, d.URL("one")+"/v1/messages", "", http.Header{"Origin": {"https://evil.example"}})
	if asked, _ := g.taken(); status != http.StatusForbidden || len(asked) != 3 {
		t.Errorf("status %d, asked %d times", status, len(asked))
	}
}

// An unauthenticated request for another host is reported once, whether there is one case or many.
func TestOtherHostsAreToldOfOnce(t *testing.T) {
	t.Parallel()
	var strange strangers
	d, g := openedAs(t, "one", app.Setup{Key: runKey, Strange: strange.add})
	for _, proxy := range []string{
		"http://" + d.Host(), "http://one:-@" + d.Host(), "http://one:" + runKey[1:] + "@" + d.Host(),
		"http://gone:" + runKey + "@" + d.Host(),
	} {
		tunnel(t, d, proxy)
		_, refused := g.taken()
		told := strange.taken()
		if len(refused) > 0 || !slices.Equal(told, []string{"a connection to api.example.com:443"}) {
			t.Errorf("%s: the case is told of %q, somebody of %q", proxy, refused, told)
		}
	}
	tunnel(t, d, d.Proxy("one"))
	if _, refused := g.taken(); len(refused) != 1 || len(strange.taken()) > 0 {
		t.Errorf("its own proxy: %q", refused)
	}
}

// Too many connections are reported once if several cases are at work: nobody knows whose they are.
func TestProxyTellsOfCrowdsOnce(t *testing.T) {
	t.Parallel()
	var strange strangers
	d, g := openedAs(t, "one", app.Setup{Key: runKey, Strange: strange.add})
	other := &handler{}
	leave, err := d.Let("two", other)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	for range app.MaxConnections {
		conn, err := net.Dial("tcp", d.Host())
		if err != nil {
			t.Skip(err) // the limit of open files is too low
		}
		defer conn.Close()
	}
	conn, err := net.Dial("tcp", d.Host())
	if err != nil {
		t.Skip(err)
	}
	defer conn.Close()
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("one connection too many is not closed")
	}
	told := strange.taken()
	for len(told) == 0 {
		told = strange.taken()
	}
	_, one := g.taken()
	_, two := other.taken()
	if len(told) != 1 || told[0] != "more than 1000 connections at once" || len(one)+len(two) > 0 {
		t.Errorf("somebody is told of %q, the cases of %q and %q", told, one, two)
	}
}

// A program's words about its model's address are the same in each run.
func TestProxyShows(t *testing.T) {
	t.Parallel()
	d, _ := openedAs(t, "one", app.Setup{Key: runKey, Hosts: []string{"host.docker.internal"}})
	port := d.Host()[strings.LastIndex(d.Host(), ":")+1:]
	for text, want := range map[string]string{
		d.URL("one") + "/v1":               "http://127.0.0.1:PORT/k/KEY/case/one/v1",
		d.Proxy("one"):                     "http://one:KEY@127.0.0.1:PORT",
		"localhost:" + port:                "localhost:PORT",
		"http%3A%2F%2F127.0.0.1%3A" + port: "http%3A%2F%2F127.0.0.1%3APORT",
		"host.docker.internal:" + port:     "host.docker.internal:PORT",
		"the key is " + runKey + ".":       "the key is KEY.",
		"port " + port + " of the ship":    "port " + port + " of the ship",
		"nothing":                          "nothing",
	} {
		if got := d.Shown(text); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
}

// An unreadable body is refused, and reported to the case that sent it.
func TestProxyAccountsForWhatItCannotRead(t *testing.T) {
	t.Parallel()
	d, g := opened(t, "one")
	var whole bytes.Buffer
	w := gzip.NewWriter(&whole)
	fmt.Fprint(w, hello)
	w.Close()
	packed := whole.Bytes()
	broken := bytes.Clone(packed)
	broken[len(broken)-6] ^= 1
	for _, c := range []struct {
		name, packing string
		body          []byte
		told          string // empty: it is answered
	}{
		{"gzip", "gzip", packed, ""},
		{"gzip by another name", "X-GZip", packed, ""},
		{"not packed", "identity", []byte(hello), ""},
		{"cut", "gzip", packed[:len(packed)/2], "a gzip body that is cut off"},
		{"cut in its end", "gzip", packed[:len(packed)-3], "a gzip body that is cut off"},
		{"cut in its head", "gzip", packed[:5], "a gzip body that is cut off"},
		{"empty", "gzip", nil, "a gzip body that is cut off"},
		{"broken", "gzip", broken, "a body that is not gzip: gzip: invalid checksum"},
		{"not packed at all", "gzip", []byte(hello), "a body that is not gzip: gzip: invalid header"},
		{"packed otherwise", "br", packed, `a body compressed as "br": want gzip, or none`},
		{"packed twice", "gzip, gzip", packed, `a body compressed as "gzip, gzip": want gzip, or none`},
	} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", d.URL("one")+"/v1/chat/completions",
			bytes.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Encoding", c.packing)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		asked, refused := g.taken()
		status, want, calls := http.StatusOK, []string(nil), 1
		if c.told != "" {
			status, want, calls = http.StatusBadRequest, []string{"POST /v1/chat/completions: " + c.told}, 0
		}
		if resp.StatusCode != status || len(asked) != calls || !slices.Equal(refused, want) {
			t.Errorf("%s: status %d, asked %d times, told of %q", c.name, resp.StatusCode, len(asked), refused)
		}
	}
}

// A connection that ends in the middle of a body is reported, though nobody gets the answer.
func TestProxyAccountsForCutBodies(t *testing.T) {
	t.Parallel()
	d, g := opened(t, "one")
	conn, err := net.Dial("tcp", d.Host())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /k/%s/case/one/v1/messages HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n{", runKey,
		d.Host())
	conn.Close()
	for range 1000 {
		if _, refused := g.taken(); len(refused) > 0 {
			if refused[0] != "POST /v1/messages: the connection ended in the middle of the body" {
				t.Errorf("%q", refused)
			}
			return
		}
		http.Get(d.URL("one") + "/v1/models") // takes its time
	}
	t.Error("nothing is told of")
}

// A key is distinct from others, stands in a URL unescaped, and is not repeated by its error.
func TestCheckKey(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"sixteen-letters.": "", "A_z0~9-0123456789": "", strings.Repeat("k", 200): "",
		"":                       "want 16 to 200 characters, got 0",
		"fifteen-letters":        "want 16 to 200 characters, got 15",
		strings.Repeat("k", 201): "want 16 to 200 characters, got 201",
		"a/key/with/slashes":     "want letters, digits and any of - . _ ~, as they stand in a URL",
		"a-key-with%2fescapes":   "want letters, digits and any of - . _ ~, as they stand in a URL",
		"a-key-with-ümlauts":     "want letters, digits and any of - . _ ~, as they stand in a URL",
		"a-key-with-\x1b[2J-in":  "want letters, digits and any of - . _ ~, as they stand in a URL",
		"................":       "it is nothing but dots",
	} {
		got := ""
		if err := app.CheckKey(key); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

// A host is a name with or without a port, and nothing else.
func TestCheckHost(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"host.docker.internal", "proxy:8080", "172.17.0.1", "::1", "[fe80::1]:80", "a_b"} {
		if err := app.CheckHost(host); err != nil {
			t.Errorf("%q: %v", host, err)
		}
	}
	for _, host := range []string{
		"", "*", "*.example", "http://a", "a/b", "a:b", "a:", ":80", "a b", "a\x1b", "a,b", "user@a", "[::1]",
	} {
		if err := app.CheckHost(host); err == nil {
			t.Errorf("%q is taken for a host", host)
		}
	}
}

// tunnel asks a proxy for a tunnel, and is refused.
func tunnel(t *testing.T, d *app.Proxy, proxy string) {
	t.Helper()
	conn, err := net.Dial("tcp", d.Host())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	req, err := http.NewRequest(http.MethodGet, proxy, nil)
	if err != nil {
		t.Fatal(err)
	}
	head := "CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n"
	if password, is := req.URL.User.Password(); is {
		req.SetBasicAuth(req.URL.User.Username(), password)
		head += "Proxy-Authorization: " + req.Header.Get("Authorization") + "\r\n"
	}
	fmt.Fprint(conn, head+"\r\n")
	answer := make([]byte, len("HTTP/1.1 403"))
	if _, err := conn.Read(answer); err != nil || string(answer) != "HTTP/1.1 403" {
		t.Errorf("%s: %s, %v", proxy, answer, err)
	}
}

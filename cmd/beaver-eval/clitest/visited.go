package clitest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

const page = `{"model":"gpt-4o","messages":[{"role":"user","content":"I am a page."}]}`

// visited runs while its model also gets requests from a browser's page, from one whose name resolves to this machine,
// and from a program that constructed the URL itself. Then it sends its own request, and prints where its model is.
func visited() {
	text, base := question(), os.Getenv("OPENAI_BASE_URL")
	at, err := url.Parse(base)
	if err != nil {
		fail("%v", err)
	}
	evil := http.Header{"Content-Type": {"text/plain"}, "Origin": {"https://evil.example"}}
	visit(base+"/chat/completions", "", evil, http.StatusForbidden)
	visit(base+"/chat/completions", "", http.Header{"Sec-Fetch-Site": {"cross-site"}}, http.StatusForbidden)
	visit(base+"/chat/completions", "evil.example:"+at.Port(), nil, http.StatusForbidden)
	visit("http://"+at.Host+"/v1/chat/completions", "", nil, http.StatusNotFound)
	visit("http://"+at.Host+"/case/weather/v1/chat/completions", "", nil, http.StatusNotFound)
	visit("http://"+at.Host+"/v1/chat/completions", "", evil, http.StatusForbidden)
	tunnel(at.Host)
	fmt.Println(chat(agentSystem("Your model is at "+base+", for "+os.Getenv("HTTP_PROXY")+"."), user(text))["content"])
	fmt.Println("I asked", base)
}

// visit sends a request like a stranger.
func visit(url, host string, header http.Header, want int) {
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(page))
	if err != nil {
		fail("%v", err)
	}
	if header != nil {
		req.Header = header
	}
	req.Host = host
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fail("%v", err)
	}
	resp.Body.Close()
	if resp.StatusCode != want {
		fail("%s is answered with %d", host, resp.StatusCode)
	}
}

// tunnel requests a tunnel without identifying itself.
func tunnel(host string) {
	conn, err := net.Dial("tcp", host)
	if err != nil {
		fail("%v", err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "CONNECT spans.example.com:443 HTTP/1.1\r\nHost: spans.example.com:443\r\n\r\n")
	if _, err := io.ReadAll(conn); err != nil {
		fail("%v", err)
	}
}

// mangled sends a malformed request, then a valid one.
func mangled() {
	text := question()
	for _, body := range []string{
		`{"model":"a","model":"b","messages":[{"role":"user","content":"Hi"}]}`,
		`{"messages":[{"role":"user","role":"system","content":"Hi"}]}`,
		"{\"messages\":[{\"role\":\"user\",\"content\":\"\xff\"}]}",
		`{"messages":[{"role":"user","content":"\ud83d!"}]}`,
	} {
		mangle(body, "")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, page)
	w.Close()
	mangle(packed.String()[:packed.Len()/2], "gzip")
	fmt.Println(chat(user(text))["content"])
}

func mangle(body, packing string) {
	req, err := http.NewRequest(http.MethodPost, os.Getenv("OPENAI_BASE_URL")+"/chat/completions",
		strings.NewReader(body))
	if err != nil {
		fail("%v", err)
	}
	req.Header.Set("Content-Encoding", packing)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fail("%v", err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest {
		fail("%q is answered with %d", body, resp.StatusCode)
	}
}

// lapse crashes with its model's address in the message.
func lapse() {
	question()
	fail("no answer at %s", os.Getenv("OPENAI_BASE_URL"))
}

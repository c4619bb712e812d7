package app

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// newForwardClient returns the HTTP client for providers, for one case. Whoever records chooses the addresses; the
// user's proxy is used, as it is for the program itself. Compressed bodies stay compressed.
func newForwardClient() *http.Client {
	return &http.Client{CheckRedirect: checkRedirect, Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DisableCompression: true, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 30 * time.Second, MaxIdleConnsPerHost: 16,
	}}
}

// checkRedirect refuses redirects to another host, which would get the prompt and the key, and to another request.
func checkRedirect(next *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case next.URL.Host != first.URL.Host || next.URL.Scheme != first.URL.Scheme:
		return fmt.Errorf("it redirects to %.100q, which is not followed", next.URL.Scheme+"://"+next.URL.Host)
	case next.Method != first.Method:
		return errors.New("it redirects to a request with another method, which is not followed")
	case len(via) > 3:
		return errors.New("it redirects too often")
	}
	return nil
}

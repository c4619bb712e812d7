package app

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// newProviders returns how providers are asked, for one case. Where they are is said by who records; the user's proxy
// may stand between, as it does for the program itself. What is packed stays packed.
func newProviders() *http.Client {
	return &http.Client{CheckRedirect: checkRedirect, Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DisableCompression: true, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 30 * time.Second, MaxIdleConnsPerHost: 16,
	}}
}

// checkRedirect refuses to follow to another host, which would get the prompt and the key, and to ask something else.
func checkRedirect(next *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case next.URL.Host != first.URL.Host || next.URL.Scheme != first.URL.Scheme:
		return fmt.Errorf("it sends on to %.100q, which is not followed", next.URL.Scheme+"://"+next.URL.Host)
	case next.Method != first.Method:
		return errors.New("it sends on to another place with no way to ask there again")
	case len(via) > 3:
		return errors.New("it sends on and on")
	}
	return nil
}

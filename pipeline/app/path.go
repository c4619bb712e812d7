package app

import (
	"net/url"
	"strings"
)

// endpointOfPath are the paths at which models are asked, without /v1, which clients add or leave out as they like.
var endpointOfPath = map[string]Endpoint{
	"/chat/completions": ChatCompletions,
	"/responses":        Responses,
	"/messages":         Messages,
	"/api/chat":         OllamaChat,
	"/api/generate":     OllamaGenerate,
}

// cut takes the case's prefix off a path: segment and name are empty where there is none, and rest begins with a slash.
// A URL has the segment of a case, or its name, escaped.
func cut(path string) (segment, name, rest string) {
	below, ok := strings.CutPrefix(path, prefix)
	if !ok {
		return "", "", path
	}
	segment, rest, _ = strings.Cut(below, "/")
	name = segment
	if plain, err := url.PathUnescape(segment); err == nil && plain != segment {
		segment, name = Segment(plain), plain
	}
	return segment, name, "/" + rest
}

// plain is a path without the /v1 that a client has put before it, be it once, twice or not at all.
func plain(path string) string {
	for strings.HasPrefix(path, "/v1/") {
		path = path[len("/v1"):]
	}
	return strings.TrimSuffix(path, "/")
}

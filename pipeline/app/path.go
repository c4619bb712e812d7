package app

import (
	"net/url"
	"strings"
)

// endpointOfPath maps the paths at which models are asked to endpoints, without /v1, which is optional for clients.
var endpointOfPath = map[string]Endpoint{
	"/chat/completions": ChatCompletions,
	"/responses":        Responses,
	"/messages":         Messages,
	"/api/chat":         OllamaChat,
	"/api/generate":     OllamaGenerate,
}

// cut removes the case's prefix from a path: segment and name are empty if there is none, and rest begins with a slash.
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

// workerPrefix precedes the name of a worker in the path of its base URL: several processes of tests, each at its own
// case.
const workerPrefix = "/worker/"

// cutWorker removes the worker's prefix from a path; worker is empty if there is none.
func cutWorker(path string) (worker, rest string) {
	below, ok := strings.CutPrefix(path, workerPrefix)
	if !ok {
		return "", path
	}
	worker, rest, _ = strings.Cut(below, "/")
	if plain, err := url.PathUnescape(worker); err == nil {
		worker = plain
	}
	return worker, "/" + rest
}

// plain removes any /v1 that a client has put before a path, be it once or twice.
func plain(path string) string {
	for strings.HasPrefix(path, "/v1/") {
		path = path[len("/v1"):]
	}
	return strings.TrimSuffix(path, "/")
}

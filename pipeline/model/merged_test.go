package model

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// merges sends some requests with a recording before a server, and merges the answers of both. The recording answers
// the paths that are not in live, whatever it says.
func merges(t *testing.T, old *Recording, live map[string]bool, asks, paths []string) *Recording {
	t.Helper()
	rec := &Recorder{Next: server{}, Repeat: 1}
	replay := NewReplay(old, 1, rec)
	replay.Refuse = func(l *Line, _ pipeline.Match) bool { return live[l.Path] }
	for _, path := range asks {
		if _, err := replay.Chat(context.Background(), request(path)); err != nil {
			t.Fatal(err)
		}
	}
	return Merged("c", paths, rec, old, replay)
}

type server struct{}

func (server) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	return pipeline.Response{Content: "new " + req.Path, Origin: pipeline.Origin{Source: pipeline.SourceOllama}}, nil
}

// request returns a request whose text is its path without the part after a colon.
func request(path string) pipeline.Request {
	text := path
	for i, c := range path {
		if c == ':' {
			text = path[:i]
		}
	}
	return pipeline.Request{Path: path, Stage: "main", Messages: []pipeline.Message{
		pipeline.Text(pipeline.RoleUser, "Message", text),
	}}
}

func recorded(path string, repeat int) Line {
	req := request(path)
	return Line{Path: path, Repeat: repeat, Source: pipeline.SourceOllama, Digest: Digest(req), Request: &req,
		Response: pipeline.Response{Content: "old " + path}}
}

func TestMerged(t *testing.T) {
	imported := Line{Path: "i", Repeat: 1, Source: pipeline.SourceImported, From: "x", Model: "m",
		Response: pipeline.Response{Content: "old i"}}
	old := &Recording{Case: "c", Lines: []Line{
		recorded("a", 1), recorded("a", 2), recorded("b", 1), recorded("gone", 1), imported,
	}}
	for _, tt := range []struct {
		name        string
		live        map[string]bool
		asks, paths []string
		want        []string // path, and its answer
	}{
		{name: "nothing was asked", paths: []string{"a", "b"}},
		{
			name: "in the order of the tree, with all samples, and nothing that is gone",
			asks: []string{"i", "b", "a"}, paths: []string{"a", "b", "i"},
			want: []string{"a old a", "a old a", "b old b", "i old i"},
		},
		{
			name: "new answers go before old ones, samples with them", live: map[string]bool{"a": true},
			asks: []string{"a", "b", "new"}, paths: []string{"new", "a", "b"},
			want: []string{"new new new", "a new a", "b old b"},
		},
		{
			name: "what answers at another path is there now", asks: []string{"a:2", "b"}, paths: []string{"a:2", "b"},
			want: []string{"a:2 old a", "a:2 old a", "b old b"},
		},
		{
			name: "one line for two calls", asks: []string{"b", "b:2"}, paths: []string{"b", "b:2"},
			want: []string{"b old b", "b:2 old b"},
		},
	} {
		rec := merges(t, old, tt.live, tt.asks, tt.paths)
		var got []string
		for _, l := range rec.Lines {
			got = append(got, l.Path+" "+l.Response.Content)
			if l.Request != nil && l.Request.Path != l.Path {
				t.Errorf("%s: the request of %s says that it is of %s", tt.name, l.Path, l.Request.Path)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
	if p := old.Lines[0].Request.Path; p != "a" {
		t.Errorf("the old recording has become another: its first line is of %s", p)
	}
}

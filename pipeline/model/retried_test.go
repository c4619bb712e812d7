package model_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Rejected tries are replaced by a later one that succeeds and takes the first one's place.
func TestRetried(t *testing.T) {
	t.Parallel()
	busy := &pipeline.Failure{Reason: pipeline.Unavailable, Err: errors.New("503")}
	torn := &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("cut")}
	long := &pipeline.Failure{Reason: pipeline.Overflow, Err: errors.New("too long")}
	type try struct {
		path string
		err  error
	}
	for name, c := range map[string]struct {
		tries   []try
		kept    []string
		dropped []string
		lost    string
	}{
		"answered": {[]try{{"t/a-1", nil}, {"t/a-2", nil}}, []string{"t/a-1", "t/a-2"}, nil, ""},
		"after two": {[]try{{"t/a-1", busy}, {"t/a-1#2", torn}, {"t/a-1#3", nil}}, []string{"t/a-1"},
			[]string{"t/a-1", "t/a-1#2"}, ""},
		"never":           {[]try{{"t/a-1", busy}, {"t/a-1#2", torn}}, nil, nil, "t/a-1"},
		"another call":    {[]try{{"t/a-1", busy}, {"t/a-11#2", nil}}, nil, nil, "t/a-1"},
		"too long":        {[]try{{"t/a-1", long}}, []string{"t/a-1"}, nil, ""},
		"busy, too long":  {[]try{{"t/a-1", busy}, {"t/a-1#2", long}}, []string{"t/a-1"}, []string{"t/a-1"}, ""},
		"an answer first": {[]try{{"t/a-1", nil}, {"t/a-1#2", busy}}, nil, nil, "t/a-1#2"},
	} {
		r := &model.Recorder{Repeat: 1}
		var paths []string
		for _, try := range c.tries {
			paths = append(paths, try.path)
			resp := pipeline.Response{Origin: pipeline.Origin{Source: pipeline.SourceOpenAI}}
			if err := r.Add(pipeline.Request{Path: try.path, Stage: "a"}, resp, try.err); err != nil {
				t.Fatal(err)
			}
		}
		dropped, lost := r.Retried(paths)
		if c.lost != "" {
			if lost == nil || lost.Path != c.lost {
				t.Errorf("%s: lost %v, want %s", name, lost, c.lost)
			}
			continue
		}
		var kept []string
		for _, l := range r.Recording("c", paths).Lines {
			if kept = append(kept, l.Path); l.Request.Path != l.Path {
				t.Errorf("%s: the request of %s has the path %s", name, l.Path, l.Request.Path)
			}
		}
		if d := cmp.Diff(c.kept, kept) + cmp.Diff(c.dropped, dropped); d != "" || lost != nil {
			t.Errorf("%s: lost %v (-want +got):\n%s", name, lost, d)
		}
	}
}

// A recorder takes answers of servers, and none written by a person.
func TestRecorderAddsOfServers(t *testing.T) {
	t.Parallel()
	for source, ok := range map[pipeline.Source]bool{
		pipeline.SourceOllama: true, pipeline.SourceOpenAI: true, pipeline.SourceAnthropic: true,
		pipeline.SourceImported: false, pipeline.SourceScripted: false,
	} {
		r := &model.Recorder{}
		resp := pipeline.Response{Origin: pipeline.Origin{Source: source}}
		if err := r.Add(pipeline.Request{Path: "t/a-1"}, resp, nil); (err == nil) != ok || source.Recorded() != ok {
			t.Errorf("%s: %v, recorded %v", source, err, source.Recorded())
		}
	}
}

// A refused line does not answer, and the line that answered is known by the path of its request, once that has one.
func TestArrivedSaysWhatIsUsed(t *testing.T) {
	t.Parallel()
	request := func(path, text string) pipeline.Request {
		return pipeline.Request{Path: path, Stage: "chat", Messages: []pipeline.Message{
			pipeline.Text(pipeline.RoleUser, "Content", text)}}
	}
	line := func(path, text string) model.Line {
		req := request(path, text)
		return model.Line{Path: path, Repeat: 1, Source: pipeline.SourceOpenAI, Digest: model.Digest(req),
			Request: &req, Response: pipeline.Response{Content: "to " + text}}
	}
	a := model.NewArrived(&model.Recording{Lines: []model.Line{
		line("turn-1/chat-1.1", "one"), line("turn-1/chat-2.1", "two"), line("turn-2/chat-1.1", "old"),
	}})
	a.Refuse = func(_ *model.Line, match pipeline.Match) bool { return match == pipeline.MatchStale }
	resp, _, ok := a.Same("turn-1", request("", "two"))
	if !ok || resp.Content != "to two" || resp.Origin.Match != pipeline.MatchFresh {
		t.Fatalf("%v, %+v", ok, resp)
	}
	if _, _, ok := a.Stale("turn-2", "chat-1.1", request("", "new")); ok {
		t.Error("a stale line answers, though it is refused")
	}
	if _, ok := a.Used("turn-1/chat-1.1"); ok {
		t.Error("a line is used before its request has a name")
	}
	a.Named(request("turn-1/chat-1.1", "two"), resp.Origin)
	a.Named(request("turn-1/chat-1.2", "two"), pipeline.Origin{Match: pipeline.MatchLive})
	if at, ok := a.Used("turn-1/chat-1.1"); !ok || at != 1 {
		t.Errorf("line %d, %v; want line 1", at, ok)
	}
	if _, ok := a.Used("turn-1/chat-1.2"); ok {
		t.Error("an answer of a provider uses a line")
	}
}

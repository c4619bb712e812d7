package reply_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// answers is a model that gives one answer after the other; "fail: REASON" is a failure.
type answers struct {
	list []string
	seen []pipeline.Request
}

func (a *answers) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	a.seen = append(a.seen, req)
	next := a.list[len(a.seen)-1]
	if reason, fails := strings.CutPrefix(next, "fail: "); fails {
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Reason(reason)}
	}
	if next == "miss" {
		return pipeline.Response{}, errors.New("nothing answers")
	}
	return pipeline.Response{Content: next}, nil
}

type visit struct {
	Next string `json:"next" reply:"required"`
}

// told retries with the reason in the prompt, up to three times, whatever went wrong but a timeout.
var told = reply.Asking[visit]{
	Tries: 3,
	Check: func(v visit) *pipeline.Failure {
		if v.Next == "nowhere" {
			return &pipeline.Failure{Reason: "invalid_node", Err: errors.New("nowhere")}
		}
		return nil
	},
	Again: func(req *pipeline.Request, resp pipeline.Response, why *pipeline.Failure) bool {
		req.Messages = append(req.Messages, pipeline.Text(pipeline.RoleAssistant, "Answer", resp.Content),
			pipeline.Text(pipeline.RoleUser, "Again", why.Error()))
		return why.Reason != pipeline.Timeout
	},
}

func TestAsk(t *testing.T) {
	tagged := told
	tagged.Read = func(resp pipeline.Response) (visit, error) {
		text, ok := strings.CutPrefix(resp.Content, "<next>")
		if !ok {
			return visit{text}, &pipeline.Failure{Reason: pipeline.Malformed}
		}
		return visit{text}, nil
	}
	for _, tt := range []struct {
		name   string
		asking reply.Asking[visit]
		list   string // answers, separated by |
		want   string // value, tries, error
		log    string // reports
	}{
		{"once", reply.Asking[visit]{}, `{"next":"a"}`, "a 1 <nil>", ""},
		{"once and refused", reply.Asking[visit]{}, `no`, " 1 malformed", ""},
		{"nothing says again", reply.Asking[visit]{Tries: 3}, `no|{"next":"a"}`, " 1 malformed", ""},
		{"told why", told, `no|{"nxt":1}|{"next":"a"}`, "a 3 <nil>", "serving malformed; serving#2 schema"},
		{"own reason", told, `{"next":"nowhere"}|{"next":"a"}`, "a 2 <nil>", "serving invalid_node"},
		{"no answer is none to refuse", told, `fail: transport|{"next":"a"}`, "a 2 <nil>", ""},
		{"the last one is the fallback's", told, `no|no|no`, " 3 malformed", "serving malformed; serving#2 malformed"},
		{"not worth it", told, `no|fail: timeout`, " 2 timeout", "serving malformed"},
		{"nobody answers", told, `no|miss`, " 2 turn-1/serving#2: nothing answers", "serving malformed"},
		{"tagged", tagged, `a|<next>nowhere|<next>a`, "a 3 <nil>", "serving malformed; serving#2 invalid_node"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &answers{list: strings.Split(tt.list, "|")}
			root := pipeline.NewRuntime(&pipeline.Env{Model: m}, time.Unix(0, 0))
			rt := root.At("turn-1", "")
			first := []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Question", "Where to?")}
			got, err := reply.Ask(t.Context(), rt, pipeline.Request{Stage: "serving", Messages: first}, tt.asking)
			var log []string
			for _, e := range root.Log() {
				if e.Kind == pipeline.EntryRejected {
					log = append(log, strings.TrimPrefix(e.Path, "turn-1/")+" "+string(e.Failure.Reason))
				}
				if e.Fallback != nil {
					t.Error("Ask has reported a fallback")
				}
			}
			said, _, _ := strings.Cut(fmt.Sprintf("%s %d %v", got.Value.Next, got.Tries, err), ": invalid")
			if !strings.HasPrefix(said, tt.want) {
				t.Errorf("got %s, want %s", said, tt.want)
			}
			if d := cmp.Diff(tt.log, strings.Join(log, "; ")); d != "" {
				t.Errorf("rejected (-want +got):\n%s", d)
			}
			if last := m.seen[len(m.seen)-1]; got.Tries > 1 && len(last.Messages) != 2*got.Tries-1 {
				t.Errorf("the last ask has %d messages", len(last.Messages))
			}
		})
	}
}

// An answer is read by the policy of the stage's variant.
func TestAskReadsByTheVariant(t *testing.T) {
	m := &answers{list: []string{`Go: {"next":"a"}`}}
	rt := pipeline.NewRuntime(&pipeline.Env{Model: m, Settings: func(key string) pipeline.StageSettings {
		if key == "serving:mild" {
			return pipeline.StageSettings{Replies: pipeline.Extract}
		}
		return pipeline.StageSettings{}
	}}, time.Unix(0, 0))
	got, err := reply.Ask(t.Context(), rt, pipeline.Request{Stage: "serving", Variant: "mild"}, reply.Asking[visit]{})
	if err != nil || got.Value.Next != "a" {
		t.Errorf("%+v, %v", got, err)
	}
}

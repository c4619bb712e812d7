package pipeline_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestClock(t *testing.T) {
	answers := map[string]answer{
		"brief":   takes(time.Second),
		"long":    takes(time.Hour),
		"slow":    {resp: pipeline.Response{Duration: time.Hour}},
		"strange": takes(-time.Hour),
		"down":    {resp: pipeline.Response{Takes: time.Minute}, err: &pipeline.Failure{Reason: pipeline.Unavailable}},
	}
	at := func(d time.Duration) pipeline.Mark { return pipeline.Mark{At: start.Add(d)} }
	for _, tt := range []struct {
		name string
		do   func(rt *pipeline.Runtime)
		want time.Duration
	}{
		{"stands at first", func(*pipeline.Runtime) {}, 0},
		{"moves by what an answer takes", func(rt *pipeline.Runtime) { ask(t, rt, "brief") }, time.Second},
		{"not by how long the model took", func(rt *pipeline.Runtime) { ask(t, rt, "slow") }, 0},
		{"never back", func(rt *pipeline.Runtime) { ask(t, rt, "brief"); ask(t, rt, "strange") }, time.Second},
		{"adds up", func(rt *pipeline.Runtime) { ask(t, rt, "brief"); ask(t, rt, "long") }, time.Hour + time.Second},
		{"moves by what a failure takes", func(rt *pipeline.Runtime) {
			_, err := rt.Chat(t.Context(), pipeline.Request{Stage: "down"})
			if reason(t, err) != pipeline.Unavailable {
				t.Error(err)
			}
		}, time.Minute},
		{"moves on to a turn's at", func(rt *pipeline.Runtime) { rt.After(at(time.Hour)) }, time.Hour},
		{"not back to a turn's at", func(rt *pipeline.Runtime) { ask(t, rt, "brief"); rt.After(at(0)) }, time.Second},
		{"joins to the latest", func(rt *pipeline.Runtime) { rt.After(at(1), at(time.Hour), at(2)) }, time.Hour},
		{"a join of nothing", func(rt *pipeline.Runtime) { rt.After() }, 0},
		{"an id takes no time", func(rt *pipeline.Runtime) { rt.ID("task") }, 0},
		{"a place below has its own", func(rt *pipeline.Runtime) { rt.At("node", "").After(at(time.Hour)) }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rt := (&model{answers: answers}).root()
			tt.do(rt)
			if got := since(rt); got != tt.want {
				t.Errorf("clock +%v, want +%v", got, tt.want)
			}
		})
	}
}

func TestPlaceStartsAtTheClockAbove(t *testing.T) {
	m := &model{answers: map[string]answer{"one": takes(time.Minute)}}
	root := m.root()
	early := root.At("early", "")
	ask(t, root, "one")
	late := root.At("late", "")
	if since(early) != 0 || since(late) != time.Minute {
		t.Errorf("clocks +%v, +%v; want +0s, +1m0s", since(early), since(late))
	}
}

func TestMark(t *testing.T) {
	m := &model{answers: map[string]answer{"a/one": takes(time.Minute), "b/one": takes(time.Hour)}}
	root := m.root()
	a, b := root.At("a", ""), root.At("b", "")
	ask(t, a, "one")
	ask(t, a, "two")
	ask(t, b, "one")
	sent := a.Mark()
	if want := (pipeline.Mark{At: start.Add(time.Minute), Depth: 2}); sent != want {
		t.Fatalf("mark %v, want %v", sent, want)
	}
	ask(t, a, "three") // after the message was sent, so not in it
	b.After(sent)
	if want := (pipeline.Mark{At: start.Add(time.Hour), Depth: 2}); b.Mark() != want {
		t.Errorf("mark of the receiver %v, want %v: the later clock, the greater depth", b.Mark(), want)
	}
}

func TestLatest(t *testing.T) {
	m := &model{answers: map[string]answer{"turn/b/one": takes(time.Hour)}}
	root := m.root()
	turn := root.At("turn", "")
	a, b := turn.At("a", ""), turn.At("b", "")
	deep := a.At("deep", "")
	ask(t, deep, "one")
	ask(t, deep, "two")
	ask(t, b, "one")
	ask(t, root.At("elsewhere", ""), "one")
	if want := (pipeline.Mark{At: start.Add(time.Hour), Depth: 2}); turn.Latest() != want {
		t.Errorf("latest %v, want %v", turn.Latest(), want)
	}
	if since(turn) != 0 {
		t.Errorf("asking for it moved the clock to +%v", since(turn))
	}
}

// Neither clock moves the other: nothing waits for a scripted hour, and the case's clock ignores a model's hour.
func TestNothingWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		m := &model{answers: map[string]answer{"main": takes(time.Hour)}}
		rt := withDeadline(m, 2*time.Hour)
		ask(t, rt, "main")
		if waited := time.Since(began); waited != 0 || since(rt) != time.Hour {
			t.Errorf("waited %v for a clock of +%v", waited, since(rt))
		}
	})
}

func TestRealTimeMovesNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := modelFunc(func(pipeline.Request) (pipeline.Response, error) {
			time.Sleep(time.Hour)
			return pipeline.Response{}, nil
		})
		rt := pipeline.NewRuntime(&pipeline.Env{Model: slow}, start)
		ask(t, rt, "main")
		if since(rt) != 0 {
			t.Errorf("clock +%v, want +0s", since(rt))
		}
	})
}

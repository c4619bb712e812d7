package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// caseRun is the run of one case.
type caseRun struct {
	*Prepared
	variant  Variant
	sample   int              // which of the case's runs it is, from 0
	repeated bool             // the case has more than one
	answers  Answers          // nil: the case and its recording answer
	faults   *Faults          // of the suite; nil: none
	arrivals *ArrivingAnswers // of an application; nil: the system names its calls
	broken   broken
	root     *pipeline.Runtime
	capture  *model.Capture
	outcomes []trace.Outcome
	judges   *judges              // of its replies; nil: nobody judges them
	begun    []string             // the places of the turns that were taken
	inputs   []trace.Input        // of them
	ended    map[string]time.Time // the clock after each of them; nil: not needed
	line     int                  // of the case's file, for errors: the system's block, then the last turn
	errs     []error
	stopped  []error // misses after an acceptance that found no open work: the case ends with them
}

// converse opens a conversation and takes the turns, with these links to answer its calls.
func (r *caseRun) converse(ctx context.Context, links []Link) (err error) {
	defer r.suite.Starts()()
	conv, err := r.open(links)
	if err != nil {
		return err
	}
	if c, ok := conv.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	return r.turns(ctx, conv)
}

// open opens the conversation.
func (r *caseRun) open(links []Link) (pipeline.Conversation, error) {
	r.line = cmp.Or(r.c.BlockLine(r.suite.System), r.line)
	ofCase, _ := r.suite.Pipeline().Blocks()
	if err := errors.Join(r.suite.DecodeBlock(ofCase), r.c.Block(r.suite.System, ofCase)); err != nil {
		return nil, err
	}
	r.broken = brokenBy(ofCase)
	pc, first := r.c.Pipeline(), r.worlds[0]
	pc.Block, pc.Files = ofCase, first.files
	pc.Skills, pc.Library = r.broken.skills(first.skills, first.library)
	// Capture is outermost: it keeps what the system sent and what it got.
	r.capture = &model.Capture{Next: Chain(links)}
	settings := r.suite.Settings
	if r.answers != nil {
		settings = func(stage string) pipeline.StageSettings { return r.answers.Settings(r.suite.Settings(stage)) }
	}
	var outermost pipeline.Model = r.capture
	if r.repeated { // before the capture: seeds belong to what was sent
		outermost = reseeded{r.capture, r.sample}
	}
	env := &pipeline.Env{
		Model: outermost, Embedder: r.broken.embedder(r.embedder),
		Tools:    r.variant.tools(r.faults.Tools(fixtures.Results(r.c.Tools))),
		Settings: r.variant.settings(settings), Stages: r.suite.Vocabulary().Stages,
		MaxDepth: r.variant.MaxDepth,
	}
	r.arrivals = r.arriving(env, r.capture, &r.variant)
	by, arriving := r.answers.(Arriving)
	switch {
	case r.arrivals == nil || r.answers == nil:
	case arriving:
		env.Arrivals, env.Kept = by.Arrivals(r.arrivals), keptByAll{r.capture, by}
	default:
		return nil, &pipeline.InputError{What: "an application asks its own models: `beaver-eval record --suite " +
			r.suite.Name + " --upstream ollama=URL` lets one answer"}
	}
	r.root = pipeline.NewRuntime(env, r.c.Start)
	return safely(func() (pipeline.Conversation, error) { return r.suite.Pipeline().Open(pc) })
}

// turns takes the turns in order. It stops at the first one with an error.
func (r *caseRun) turns(ctx context.Context, conv pipeline.Conversation) error {
	for i := range r.c.Turns {
		t, place := &r.c.Turns[i], fixtures.TurnPlace(i)
		if t.At != nil {
			r.root.After(pipeline.Mark{At: *t.At})
		}
		if place == r.variant.Without {
			r.root.After(pipeline.Mark{At: r.variant.Until})
			continue
		}
		if more, err := r.turn(ctx, conv, place, t, r.worlds[i+1]); err != nil || !more {
			return err
		}
	}
	if r.c.End != nil {
		_, err := r.turn(ctx, conv, fixtures.EndPlace, r.c.End, r.worlds[len(r.worlds)-1])
		return err
	}
	return nil
}

// turn takes one turn; more reports whether the next one can follow.
func (r *caseRun) turn(
	ctx context.Context, conv pipeline.Conversation, place string, t *fixtures.Turn, now world,
) (more bool, err error) {
	r.begun, r.line = append(r.begun, place), t.Line()
	in := t.Input()
	r.inputs = append(r.inputs, trace.Input{Place: place, Kind: in.Kind, Text: in.Text})
	_, ofTurn := r.suite.Pipeline().Blocks()
	if err := t.Block(r.suite.System, ofTurn); err != nil {
		return false, err
	}
	in.Block = ofTurn
	in.Files = now.files
	in.Skills, in.Library = r.broken.skills(now.skills, now.library)
	rt := r.root.At(place, "")
	out, err := safely(func() (pipeline.Outcome, error) { return conv.Turn(ctx, rt, in) })
	if r.errs = r.root.Errs(); len(r.errs) > 0 {
		if t.End == fixtures.EndsWithRecording && result.OnlyMisses(r.errs) {
			r.errs = nil
		}
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", place, err)
	}
	if err := out.Check(); err != nil {
		return false, fmt.Errorf("%s: %w", place, err)
	}
	r.root.After(r.root.Latest())
	if r.ended != nil {
		r.ended[place] = r.root.Now()
	}
	r.outcomes = append(r.outcomes, trace.Outcome{Place: place, Outcome: out})
	return true, r.judges.judge(ctx, r.root, r.capture, t, in, r.outcomes[len(r.outcomes)-1])
}

// safely turns a panic of a system into an error, so that it ends one case and not the run.
func safely[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &pipeline.PanicError{Value: p, Stack: debug.Stack()}
		}
	}()
	return f()
}

func (r *caseRun) trace() *trace.Trace {
	if r.root == nil {
		return &trace.Trace{Suite: r.suite.Name, Case: r.c.ID}
	}
	t := trace.New(r.suite.Name, r.c.ID, r.judges.with(r.root.Log()), r.capture)
	t.FromLog = r.suite.FromLog(r.c.ID)
	t.Inputs, t.Outcomes = r.inputs, r.outcomes
	return t
}

// endedEarly lists the misses after an acceptance that found no open work.
func (r *caseRun) endedEarly() []string {
	var warnings []string
	file, line := r.c.Where()
	for _, err := range r.stopped {
		what := "the case ends here, after an acceptance without open work"
		warnings = append(warnings, fmt.Sprintf("%s:%d: %s: %v", file, line, what, err))
	}
	return warnings
}

package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// Block describes an application: how a turn runs it, how requests are named, and how its model is reached.
type Block struct {
	// the program and its arguments, run in the project's root without a shell
	Command []string `json:"command"`
	// where a turn leaves its reply: stdout, last-line or file; default stdout
	Reply   program.ReplyFrom `json:"reply"`
	Keep    program.Keep      `json:"keep"`    // how long a process lasts: turn, case or suite; default turn
	Serve   []string          `json:"serve"`   // in place of command: an HTTP service, started once for each case
	Post    *program.Post     `json:"post"`    // how the service gets a turn
	Tests   []string          `json:"tests"`   // the command of the program's own tests, which drive it
	Env     map[string]string `json:"env"`     // variables of the process; they may use those of the proxy
	Isolate bool              `json:"isolate"` // true: each case runs in a copy of the project's folder
	// globs over files in the project that the program writes and never reads
	Writes []string `json:"writes"`
	Calls  *int     `json:"calls"` // 0: a turn may make no request; else that is an error
	// the proxy's address, such as 127.0.0.1:11434, for clients with a fixed port
	Listen string `json:"listen"`
	Key    string `json:"key"` // with listen: the prefix of URLs; empty: none
	// other names by which the program reaches this machine, as in a container
	Hosts  []string    `json:"hosts"`
	Stages []StageRule `json:"stages"` // which requests belong to which stage
	// how messages are split into sections: auto or none; default auto
	Sections SectionsMode        `json:"sections"`
	Scrub    []pipeline.Volatile `json:"scrub"` // rules for text that differs from run to run, in requests
	// how long a turn may take from its first request on, and how long that may take to come; default 60s
	Limit time.Duration `json:"limit"`
}

// DefaultLimit is how long a turn may take when the suite says nothing.
const DefaultLimit = time.Minute

// config returns the part of the block that describes the program.
func (b *Block) config() *program.Config {
	return &program.Config{Command: b.Command, Serve: b.Serve, Post: b.Post, Reply: b.Reply, Keep: b.Keep, Env: b.Env}
}

// runs returns an error if the block does not say how to run the program: then its own test suite runs it.
func (b *Block) runs() error {
	if b.Command == nil && b.Serve == nil {
		return errors.New("the suite has no command: run its program by its own tests, as in " +
			"`beaver-eval run --suite SUITE -- npm test`")
	}
	return nil
}

func (b *Block) outline() SectionsMode {
	if b.Sections == "" {
		return Auto
	}
	return b.Sections
}

// limit returns how long a turn may take. A turn whose requests may be passed on gets passedOn times as long: a real
// model is at work there, and the suite's limit is meant for replays.
func (b *Block) limit(passes bool) time.Duration {
	limit := cmp.Or(b.Limit, DefaultLimit)
	if passes {
		limit *= passedOn
	}
	return limit
}

const passedOn = 10

// check finds errors that the types do not rule out.
func (b *Block) check() ([]rule, error) {
	if b.runs() == nil || b.Post != nil || b.Reply != "" || b.Keep != "" {
		if err := b.config().Check(variableNames()); err != nil {
			return nil, err
		}
	}
	switch {
	case b.Tests != nil && b.runs() == nil:
		return nil, wrong(errors.New("the tests drive the program, so nothing else starts it: leave out command and "+
			"serve, or give the tests a suite of their own"), "tests")
	case b.Tests != nil && (len(b.Tests) == 0 || b.Tests[0] == ""):
		return nil, wrong(errors.New("want a command and its arguments, such as [npm, test]"), "tests")
	case b.Calls != nil && *b.Calls != 0:
		return nil, wrong(fmt.Errorf("want 0, for turns that may make no call, got %d", *b.Calls), "calls")
	case b.Limit < 0:
		return nil, wrong(fmt.Errorf("want how long a turn may take, such as 60s, got %v", b.Limit), "limit")
	case !slices.Contains([]SectionsMode{"", Auto, None}, b.Sections):
		return nil, wrong(fmt.Errorf("want %s or %s, got %q", Auto, None, b.Sections), "sections")
	}
	if err := b.checkIsolate(); err != nil {
		return nil, err
	}
	if err := b.checkDoor(); err != nil {
		return nil, err
	}
	return rulesOf(b.Stages)
}

// checkIsolate refuses a copy of the project that no program would run in, and one for each case of a single process;
// and written files where there are none.
func (b *Block) checkIsolate() error {
	switch {
	case b.Isolate && b.runs() != nil:
		return wrong(errors.New("without command and serve, the application's own tests start it where they like: "+
			"leave it out"), "isolate")
	case b.Isolate && b.Keep == program.KeepSuite:
		return wrong(errors.New("one process serves all cases (keep: suite), so no case can have a copy of its own: "+
			"leave one of the two out"), "isolate")
	case b.Isolate && b.Writes != nil:
		return wrong(errors.New("with isolate: true each case writes in a copy of its own: leave it out"), "writes")
	}
	for i, glob := range b.Writes {
		if !fs.ValidPath(glob) {
			return wrong(fmt.Errorf("want a glob over files below the project's folder, such as out/*.json, got %q",
				glob), "writes", strconv.Itoa(i))
		}
	}
	return nil
}

// checkDoor checks the address at which the program is to find its model.
func (b *Block) checkDoor() error {
	if b.Listen != "" {
		if err := CheckAddress(b.Listen); err != nil {
			return wrong(fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "listen: ")), "listen")
		}
	}
	if b.Key != "" {
		if err := CheckKey(b.Key); err != nil {
			return wrong(err, "key")
		}
		if b.Listen == "" {
			return wrong(errors.New("without listen each run makes a key of its own: leave it out"), "key")
		}
	}
	for i, host := range b.Hosts {
		if err := CheckHost(host); err != nil {
			return wrong(err, "hosts", strconv.Itoa(i))
		}
	}
	return nil
}

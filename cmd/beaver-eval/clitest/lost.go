package clitest

import (
	"os"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// lost is a system that panics where it is least expected: outside its conversations.
type lost struct{ system }

// Name implements pipeline.System.
func (lost) Name() string {
	if os.Getenv("LOST") == "name" {
		panic("no name\nof mine")
	}
	return "lost"
}

// Stages implements pipeline.System.
func (lost) Stages() []pipeline.Stage {
	if os.Getenv("LOST") == "stages" {
		var none []pipeline.Stage
		return none[:1:1]
	}
	return []pipeline.Stage{{Name: "main", Calls: true}}
}

// Blocks implements pipeline.System.
func (lost) Blocks() (ofCase, ofTurn any) {
	if _, running := os.Stat(os.Getenv("LOST_WHEN")); running == nil {
		panic("no blocks")
	}
	return nil, nil
}

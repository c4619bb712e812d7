package message

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// stepData is the data of a step's prompt. An empty block is left out.
type stepData struct {
	Program bool // its headings and additions

	Base    pipeline.Pieces
	Agent   agentData
	Skills  []permission
	Tools   []permission
	Current pipeline.Pieces
	Tool    *toolData
	History *pastData
	MCP     pipeline.Pieces
	Calls   *callsData
	Spaced  bool
	Rules   pipeline.Pieces // of the memory
	Memory  pipeline.Pieces
}

// agentData identifies the agent.
type agentData struct {
	ID                  string
	Name, Role, Profile pipeline.Pieces
}

// permission is a skill or tool that the agent may use.
type permission struct {
	Name        string
	Description pipeline.Pieces
}

// currentData is the current step, with the rules of its skill.
type currentData struct{ Intention, Text, Rules, Format pipeline.Pieces }

// toolData is the tool step for which an instruction is written, with the rules of its tool.
type toolData struct {
	currentData
	Description pipeline.Pieces
}

// calledData is the message after a prompt with the current step.
type calledData struct{ Current pipeline.Pieces }

// pastData are the steps of the stage, each in print. Open are those that the program shows separately.
type pastData struct {
	Done, Open []pipeline.Pieces
	Over       int  // those that are over
	NoStage    bool // messages of a task that belong to no stage
	Earlier    int  // those left out
}

// historyData is a step of the history.
type historyData struct {
	Number      int // in its stage, from 1
	Type        string
	Who         pipeline.Pieces
	Intention   pipeline.Pieces
	Text        pipeline.Pieces
	Instruction pipeline.Pieces
	Result      pipeline.Pieces
	Execution   state.Execution
}

// callsData is the purpose of a tool's calls, and each step with its result (program).
type callsData struct {
	Tool            string
	Intention, Text pipeline.Pieces // of the first call
	Steps           []callData
}

// callData is one step of a chain of calls.
type callData struct {
	Name   string
	Result pipeline.Pieces
}

// reaskData is the data of a retry. One of NoSteps, NoMemory and Forbidden is set.
type reaskData struct {
	Program, NoSteps, NoMemory bool
	Tag, Noun, Goal            string // of the skill
	Forbidden                  pipeline.Pieces
}

// memoryData describes the memory for the texts about it.
type memoryData struct {
	Dict     bool   // it has entries
	NoMemory string // the text between the tags if nothing is to be kept
}

// toolConfig is the input of a tool's configuration.
type toolConfig struct {
	Name                    string
	Description, Parameters pipeline.Pieces
}

package message

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// stepData is what the prompt of a step shows. An empty block is left out.
type stepData struct {
	Program, Head bool // headings as the programs have them; what the later program adds

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

// agentData is who the agent is.
type agentData struct {
	ID                  string
	Name, Role, Profile pipeline.Pieces
}

// permission is a skill or tool that the agent may use.
type permission struct {
	Name        string
	Description pipeline.Pieces
}

// currentData is the step that is executed, with the rules of its skill.
type currentData struct{ Intention, Text, Rules, Format pipeline.Pieces }

// toolData is the tool step that an instruction is written for, with the rules of its tool.
type toolData struct {
	currentData
	Description pipeline.Pieces
}

// calledData is the message behind a prompt that says what the step is.
type calledData struct{ Current pipeline.Pieces }

// pastData are the steps of the stage, each as it is printed. Open are those that head keeps apart.
type pastData struct{ Done, Open []pipeline.Pieces }

// historyData is a step of the history.
type historyData struct {
	Number      int // in its stage, from 1
	Type        string
	Who         pipeline.Pieces
	Intention   pipeline.Pieces
	Text        pipeline.Pieces
	Instruction pipeline.Pieces
	Result      pipeline.Pieces
	Execution   state.Execution // empty: the program of the document's time does not say it
}

// callsData is what a tool was called for, and each step of it with what it gave (head).
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

// reaskData is what asks again. One of NoSteps, NoMemory and Forbidden is set.
type reaskData struct {
	Program, NoSteps, NoMemory bool
	Tag, Noun, Goal            string // of the skill
	Forbidden                  pipeline.Pieces
}

// memoryData says what memory is to the texts that speak of it.
type memoryData struct {
	Dict     bool   // it has entries
	NoMemory string // what stands between the tags when nothing is to be kept
}

// toolConfig is what the configuration of a tool is made of.
type toolConfig struct {
	Name                    string
	Description, Parameters pipeline.Pieces
}

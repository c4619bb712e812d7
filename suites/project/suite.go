package project

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Suite says which cases run on which system, and how. A mapping by stage has the key "default" for all other stages.
type Suite struct {
	Name        string `json:"suite"`                    // the name of the suite; default: that of the file
	Description string `json:"description"`              // what the suite is for; shown to people only
	System      string `json:"system" strict:"required"` // the system that the cases run on
	// globs of cases below the fixtures; default: conversations/** except files that another suite names
	Cases []string `json:"cases"`
	// the set of recordings below fixtures/recordings; empty: only scripted answers
	Recordings string `json:"recordings"`
	// the model of embeddings, "ollama:NAME" or "openai:NAME"; empty: the built-in word vectors
	Embedder string            `json:"embedder"`
	Models   map[string]string `json:"models"` // the name of the model, by stage
	// how long one call may take, by stage, such as 90s; default 60s
	Deadlines map[string]time.Duration    `json:"deadlines"`
	Options   map[string]pipeline.Options `json:"options"` // the options of requests, by stage
	// how strictly answers are read, by stage; default strict
	Replies map[string]pipeline.Policy `json:"replies"`
	Formats map[string]Format          `json:"format"` // the form of answers, by stage
	Thinks  map[string]Thinking        `json:"think"`  // how much a model thinks, by stage
	// "recordings" has recorded answers go before scripted ones
	Answers string `json:"answers"`
	// the folder of templates, relative to the suite's file
	Prompts string   `json:"prompts"`
	Skills  []string `json:"skills"` // folders of skills for all cases, relative to the suite's file
	// scripted answers, by stage, for calls that nothing else answers
	Otherwise fixtures.Answers `json:"otherwise"`
	Faults    *Faults          `json:"faults"`  // the faults to inject
	Prices    *score.PriceList `json:"prices"`  // what the models cost
	Gates     []string         `json:"gates"`   // conditions that a run has to fulfil, such as "cases >= 0.9"
	Budgets   score.Budgets    `json:"budgets"` // limits on the size of prompts
	// regular expressions of texts to mask: the match of the first group, or the whole match
	Secrets []string            `json:"secrets"`
	Scrub   []pipeline.Volatile `json:"scrub"` // rules for text that differs from run to run
	// "elsewhere" says that another job drives the application, or has its log
	CI string `json:"ci"`
	// "packed" keeps the goldens of all cases in one file, a line a call with its digest
	Goldens string `json:"goldens"`
	// the folder of an older run, relative to the suite's file, to compare gates with
	Baseline string `json:"baseline"`

	file       string
	node       *strict.Node
	blockScrub *strict.Node // the rules of the block, which come before those of the suite
	describes  *strict.Node // the block that describes the system; nil: none does
	block      *strict.Node // the suite's block for its system, overridden by a case's own

	system    pipeline.System
	fed       map[string]bool    // see Feed: the cases found nowhere else; nil: it is not fed
	known     trace.Vocabulary   // of the system
	others    []trace.Vocabulary // of systems that cases may run on in other suites
	skillSets *skillSets
	prompts   fs.FS    // templates in use; nil when the system has none
	from      string   // their folder of the command line; empty: none
	leftAlone string   // why a folder that was meant for the suite is not taken; empty: it is, or none was meant
	unknown   []string // templates of that folder that the system does not know
	cases     *fixtures.Set
	ofFiles   *fixtures.Set       // the cases that a fixture has
	skills    []pipeline.SkillDir // those of all cases
	library   string              // their digest
	found     *recent.Values[foundSkills]
	project   *Project
	digest    string // of the suite's file
	vectors   *vectors
	writing   *writing // of its programs, in the project's folder
	evaluator *score.Evaluator
	gates     []metric.Gate
	secrets   []*regexp.Regexp
	masker    *secrets.Masker

	ownPrompts fs.FS             // templates that replace those of the system; nil: none do
	templates  map[string]string // their digests when they were read
}

// defaultKey is the entry of a mapping by stage that holds for the stages without one of their own.
const defaultKey = "default"

// DefaultDeadline is how long a call may take by default.
const DefaultDeadline = 60 * time.Second

// Settings returns the suite's settings of a stage, or of stage:variant.
func (s *Suite) Settings(stage string) pipeline.StageSettings {
	deadline := byStage(s.Deadlines, stage)
	if deadline == 0 {
		deadline = DefaultDeadline
	}
	return pipeline.StageSettings{
		Model: byStage(s.Models, stage), Deadline: deadline, Options: byStage(s.Options, stage),
		Replies: byStage(s.Replies, stage), Format: json.RawMessage(byStage(s.Formats, stage)),
		Think: pipeline.Think(byStage(s.Thinks, stage)),
	}
}

// byStage returns the entry of a stage, or of stage:variant and then of its stage, else the default one.
func byStage[T any](m map[string]T, stage string) T {
	if v, ok := m[stage]; ok {
		return v
	}
	if whole, _, ok := strings.Cut(stage, ":"); ok {
		return byStage(m, whole)
	}
	return m[defaultKey]
}

// The value of answers that prefers recorded answers to scripted ones.
const recordingsFirst = "recordings"

// RecordingsFirst reports whether recordings take precedence over scripted answers of the case.
func (s *Suite) RecordingsFirst() bool { return s.Answers == recordingsFirst }

// packedGoldens is the value of goldens for one file of all cases.
const packedGoldens = "packed"

// Packed reports whether the goldens of all cases are in one file.
func (s *Suite) Packed() bool { return s.Goldens == packedGoldens }

// HasMatrix reports whether the suite has a matrix of faults.
func (s *Suite) HasMatrix() bool { return s.FaultMatrix() != nil }

// FaultMatrix returns the matrix of the suite; nil: it has none.
func (s *Suite) FaultMatrix() *FaultMatrix {
	if s.Faults == nil {
		return nil
	}
	return s.Faults.Matrix
}

// Injected returns the faults that are put into each case of the suite.
func (s *Suite) Injected() []Injected {
	if s.Faults == nil {
		return nil
	}
	return s.Faults.List
}

// File returns the suite's file, relative to the project's root.
func (s *Suite) File() string { return s.file }

// Project returns the project that the suite belongs to.
func (s *Suite) Project() *Project { return s.project }

// Pipeline returns the system that the suite's cases run on, with the prompts that are in use.
func (s *Suite) Pipeline() pipeline.System { return s.system }

// Vocabulary returns the names that cases and gates can use of the suite's system.
func (s *Suite) Vocabulary() trace.Vocabulary { return s.known }

// Sources returns the suite's cases, not yet decoded.
func (s *Suite) Sources() *fixtures.Set { return s.cases }

// Len returns the number of the suite's cases.
func (s *Suite) Len() int { return s.cases.Len() }

// OwnGates returns the gates of the suite's file.
func (s *Suite) OwnGates() []metric.Gate { return s.gates }

// Evaluator returns the evaluator that scores the suite's cases.
func (s *Suite) Evaluator() *score.Evaluator { return s.evaluator }

// Masker masks the suite's secrets and replaces volatile text.
func (s *Suite) Masker() *secrets.Masker { return s.masker }

// DecodeBlock decodes the suite's block for its system into v, if it has one.
func (s *Suite) DecodeBlock(v any) error {
	if s.block == nil {
		return nil
	}
	if v == nil {
		return s.block.Errorf("%s has no such block", s.System)
	}
	return s.block.Decode(v)
}

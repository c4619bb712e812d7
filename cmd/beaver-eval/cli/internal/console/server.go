package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// ServerFlags name the servers and the model.
type ServerFlags struct {
	Model       string // ollama:NAME; empty: those of the suites
	Hosts       string
	AllowRemote bool
	Parallel    int
}

// Prefix begins the name of a model on an Ollama server.
const Prefix = "ollama:"

// Add adds the flags to a verb.
func (f *ServerFlags) Add(cmd *cobra.Command) {
	cmd.Flags().Var(Once(&f.Model), "model",
		"the `model` that all stages ask, as ollama:NAME, instead of those that the suites name")
	cmd.Flags().StringVar(&f.Hosts, "host", "",
		"the Ollama `servers` to ask, separated by commas (default: OLLAMA_HOST, else 127.0.0.1:11434)")
	cmd.Flags().BoolVar(&f.AllowRemote, "allow-remote", false,
		"also ask servers on other machines, and cloud models: prompts leave this machine")
	cmd.Flags().IntVar(&f.Parallel, "parallel", 1, "how many calls each server gets at a time")
}

// Name returns the model for all stages; empty: those of the suites.
func (f *ServerFlags) Name() (string, error) { return ServerName(f.Model) }

// ServerName returns the name of a model from --model or run.json; empty for none.
func ServerName(model string) (string, error) {
	name, ok := strings.CutPrefix(model, Prefix)
	if model != "" && (!ok || strings.TrimSpace(name) == "") {
		return "", fmt.Errorf("--model: want ollama:NAME, such as ollama:qwen3:4b, got %q", model)
	}
	return name, nil
}

// Check rejects values that no server can use.
func (f *ServerFlags) Check() error {
	_, err := f.Name()
	if f.Parallel < 1 {
		err = errors.Join(err, fmt.Errorf("--parallel: want 1 or more, got %d", f.Parallel))
	}
	return err
}

// Servers are the servers of a verb.
type Servers struct {
	*ollama.Client
	AtOnce int // calls at a time, over all servers

	infos map[string]ollama.Info // their descriptions of models
}

// EmbeddingModel returns the servers' description of an embedding model.
func (s *Servers) EmbeddingModel(name string) model.EmbeddingModel {
	info := s.infos[ollama.Name(name)]
	return model.EmbeddingModel{Model: name, ModelDigest: info.Digest, Server: info.Server}
}

// Open opens the servers, without a request.
func (f *ServerFlags) Open(env func(string) string) (*Servers, error) {
	hosts := f.Hosts
	if hosts == "" {
		hosts = env("OLLAMA_HOST")
	}
	client, err := ollama.New(ollama.Config{Hosts: hosts, AllowRemote: f.AllowRemote, Parallel: f.Parallel})
	if err != nil {
		return nil, err
	}
	return &Servers{Client: client, AtOnce: len(client.Hosts()) * f.Parallel}, nil
}

// Ready asks the servers whether they have what suites need, and loads the models. It writes warnings, a line each.
func (s *Servers) Ready(ctx context.Context, w io.Writer, wanted WantedServers) error {
	uses, err := wanted.uses(ctx)
	if err != nil {
		return err
	}
	infos, warnings, err := s.Check(ctx, uses)
	s.infos = infos
	for _, line := range warnings {
		fmt.Fprintf(w, "beaver-eval: warning: %s\n", line)
	}
	return err
}

// WantedServers describes a verb's use of servers.
type WantedServers struct {
	Suites  []*project.Suite
	Systems map[string]pipeline.System
	Cases   filter.Cases
	Model   string // for all stages; empty: those of the suites
}

// uses returns what the suites' stages need of models: of the one named, or of those that suites give their stages. A
// calling stage without a model is an error.
func (w *WantedServers) uses(ctx context.Context) ([]ollama.Use, error) {
	var uses []ollama.Use
	var errs []error
	for _, s := range w.Suites {
		tools, err := w.usesTools(ctx, s)
		if err != nil {
			return nil, err
		}
		var without []string
		for _, stage := range s.Vocabulary().Stages {
			if !stage.Calls || s.IsApplication() {
				continue // an application names its models itself
			}
			of := w.usesOf(s, stage, tools)
			if len(of) == 0 {
				without = append(without, stage.Name)
			}
			uses = append(uses, of...)
		}
		if name := s.EmbeddingModel(); name != "" {
			uses = append(uses, ollama.Use{Model: name, Stages: []string{"embedder of " + s.Name}, Embed: true})
		}
		if len(without) > 0 {
			errs = append(errs, fmt.Errorf("%s: no model for %s: name one there, as `models: {default: NAME}`, "+
				"or with --model ollama:NAME", s.File(), strings.Join(without, ", ")))
		}
	}
	return uses, errors.Join(errs...)
}

// usesOf returns what a stage needs of its model, and its variants of theirs. The stage itself may have none if
// variants have one: only a case knows whether there are others.
func (w *WantedServers) usesOf(s *project.Suite, stage pipeline.Stage, tools bool) []ollama.Use {
	var uses []ollama.Use
	for _, key := range s.SettingsKeys(stage.Name) {
		settings := s.Settings(key)
		settings.Model = cmp.Or(w.Model, settings.Model)
		if settings.Model != "" {
			uses = append(uses, use(stage, key, settings, tools))
		}
	}
	return uses
}

// use returns what a stage, or its variant of this key, needs of its model.
func use(stage pipeline.Stage, key string, s pipeline.StageSettings, tools bool) ollama.Use {
	u := ollama.Use{
		Model: s.Model, Stages: []string{key},
		Tools: len(stage.Tools) > 0 || tools && stage.Reads == pipeline.ReadsText && !stage.NoTools,
		Think: s.Think != "" && s.Think != "false",
		Seed:  s.Options.Seed != nil, Temperature: s.Options.Temperature != nil,
	}
	if n := s.Options.NumCtx; n != nil {
		u.NumCtx = *n
	}
	return u
}

// usesTools reports whether a chosen case offers a tool.
func (w *WantedServers) usesTools(ctx context.Context, s *project.Suite) (bool, error) {
	found, systems := false, slices.Sorted(maps.Keys(w.Systems))
	err := s.Sources().Each(ctx, func(src fixtures.Source) error {
		head, err := src.Head()
		if err != nil || found || !w.Cases.Has(s.Name, head.ID, head.Tags) {
			return nil // an unreadable case is reported when it runs
		}
		c, err := src.Decode(systems)
		found = err == nil && len(c.Tools) > 0
		return nil
	})
	return found, err
}

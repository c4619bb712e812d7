package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// ServerFlags name the servers and the model.
type ServerFlags struct {
	Model       string // ollama:NAME or openai:NAME; empty: those of the suites
	Hosts       string // separated by commas, or @ with the name of a file
	AllowRemote bool
	Parallel    int

	file *server.HostsFile // as Check has read it; nil: Hosts names none
}

// Prefixes begin the name of a model on a server, and say what the server speaks.
const (
	OllamaPrefix = "ollama:"
	OpenAIPrefix = "openai:"
)

// Add adds the flags to a verb.
func (f *ServerFlags) Add(cmd *cobra.Command) {
	cmd.Flags().Var(Once(&f.Model), "model",
		"the `model` that all stages ask, ollama:NAME or openai:NAME, in place of those of the suites")
	f.AddServers(cmd)
}

// AddServers adds the flags but for the model's.
func (f *ServerFlags) AddServers(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Hosts, "host", "",
		"the `servers` to ask, with commas between, or @FILE (else OLLAMA_HOST; OpenAI's: OPENAI_BASE_URL)")
	cmd.Flags().BoolVar(&f.AllowRemote, "allow-remote", false,
		"also ask servers on other machines, and cloud models: prompts leave this machine")
	cmd.Flags().IntVar(&f.Parallel, "parallel", 1, "how many calls each server gets at a time")
}

// Name returns the model for all stages; empty: those of the suites.
func (f *ServerFlags) Name() (string, error) { return ServerName(f.Model) }

// ServerName returns the name of a model from --model or run.json; empty for none.
func ServerName(model string) (string, error) {
	name, ok := strings.CutPrefix(model, OllamaPrefix)
	if !ok {
		name, ok = strings.CutPrefix(model, OpenAIPrefix)
	}
	if model != "" && (!ok || strings.TrimSpace(name) == "") {
		return "", fmt.Errorf("--model: want ollama:NAME or openai:NAME, such as ollama:qwen3:4b, got %q", model)
	}
	return name, nil
}

// Check rejects values that no server can use, and reads the file of hosts, if there is one.
func (f *ServerFlags) Check() error {
	_, err := f.Name()
	if f.Parallel < 1 {
		err = errors.Join(err, fmt.Errorf("--parallel: want 1 or more, got %d", f.Parallel))
	}
	var unread error
	f.file, unread = readHosts(f.Hosts)
	return errors.Join(err, unread)
}

// SpeaksOpenAI reports whether the servers of a model, or of the suites' models if it is empty, have OpenAI's API: the
// model's prefix says so, else the path of the hosts.
func (f *ServerFlags) SpeaksOpenAI(model string) bool {
	if model == "" {
		return f.anyOpenAI()
	}
	return strings.HasPrefix(model, OpenAIPrefix)
}

// anyOpenAI reports whether one of the hosts that --host names has OpenAI's API.
func (f *ServerFlags) anyOpenAI() bool {
	if f.file == nil {
		return isOpenAI(f.Hosts)
	}
	for _, host := range f.file.Each() {
		if isOpenAI(host) {
			return true
		}
	}
	return false
}

// isOpenAI reports whether one of the hosts, separated by commas, is a base URL of OpenAI's API.
func isOpenAI(hosts string) bool {
	for host := range strings.SplitSeq(hosts, ",") {
		if strings.HasSuffix(strings.TrimRight(strings.TrimSpace(host), "/"), "/v1") {
			return true
		}
	}
	return false
}

// Key returns the key for the servers of a model, which no output may show; empty: none is sent.
func (f *ServerFlags) Key(model string, env func(string) string) string {
	if !f.SpeaksOpenAI(model) {
		return ""
	}
	return env(openAIKey)
}

const openAIKey = "OPENAI_API_KEY"

// Servers are the servers of a verb.
type Servers struct {
	client
	AtOnce int // calls at a time, over all servers

	file  *server.HostsFile      // that names them; nil: none
	begun sync.Once              // the file is followed
	kind  string                 // ollama or openai
	infos map[string]server.Info // their descriptions of models
}

// client is a client for servers of one kind.
type client interface {
	pipeline.Model
	Embedder(model string) pipeline.Embedder
	Hosts() []string
	States() []server.State
	SetHosts(file *server.HostsFile) error
	Check(ctx context.Context, uses []server.Use) (infos map[string]server.Info, warnings []string, err error)
}

// EmbeddingModel returns the servers' description of an embedding model.
func (s *Servers) EmbeddingModel(name string) model.EmbeddingModel {
	info := s.infos[model.ModelName(name)]
	return model.EmbeddingModel{Model: name, ModelDigest: info.Digest, Server: info.Server}
}

// Digest returns that of a model, as the servers reported it when they were Ready; empty: they did not.
func (s *Servers) Digest(name string) string { return s.infos[model.ModelName(name)].Digest }

// Embeds reports whether the servers are of the kind that a suite's embedder names. Others know other models.
func (s *Servers) Embeds(suite *project.Suite) bool { return suite.EmbeddingServer() == s.kind }

// OpenServers opens the servers of a model, or of the suites' models if it is empty, without a request.
func (a *App) OpenServers(f *ServerFlags, model string) (*Servers, error) {
	s := &Servers{kind: strings.TrimSuffix(OllamaPrefix, ":"), file: f.file}
	asking := server.Config{Parallel: f.Parallel, Tell: a.Notice}
	var err error
	if f.SpeaksOpenAI(model) {
		s.kind = strings.TrimSuffix(OpenAIPrefix, ":")
		hosts := cmp.Or(f.Hosts, a.Env("OPENAI_BASE_URL"))
		if hosts == "" {
			return nil, fmt.Errorf("--model %s: which server? Name it, as --host http://127.0.0.1:8080/v1", model)
		}
		s.client, err = openai.New(openai.Config{
			Hosts: hosts, File: f.file, AllowRemote: f.AllowRemote, Key: f.Key(model, a.Env), Config: asking,
		})
	} else {
		hosts := cmp.Or(f.Hosts, a.Env("OLLAMA_HOST"))
		if f.anyOpenAI() || f.Hosts == "" && isOpenAI(hosts) {
			return nil, fmt.Errorf("--model %s: a host that ends in /v1 has OpenAI's API: write openai: for ollama:, "+
				"or leave /v1 out", model)
		}
		s.client, err = ollama.New(ollama.Config{
			Hosts: hosts, File: f.file, AllowRemote: f.AllowRemote, Config: asking,
		})
	}
	if err != nil {
		return nil, orFile(err, f.Hosts)
	}
	s.AtOnce = len(s.Hosts()) * f.Parallel
	if f.file != nil {
		s.AtOnce = max(len(s.Hosts()), roomForHosts) * f.Parallel
	}
	a.serving = append(a.serving, s.States)
	return s, nil
}

// ReadyServers asks the servers whether they have what suites need, and loads the models. It writes warnings, a line
// each. A file of hosts is followed from then on, until ctx ends.
func (a *App) ReadyServers(ctx context.Context, s *Servers, wanted WantedServers) error {
	uses, err := wanted.uses(ctx, s)
	if err != nil {
		return err
	}
	infos, warnings, err := s.Check(ctx, uses)
	s.infos = infos
	for _, line := range warnings {
		fmt.Fprintf(a.Stderr, "beaver-eval: warning: %s\n", line)
	}
	if err == nil && s.file != nil {
		s.begun.Do(func() { go a.followHosts(ctx, s.file, s.SetHosts) })
	}
	return err
}

// Again returns the value of --host for these servers, without user and password.
func (s *Servers) Again() string {
	if s.file != nil {
		return hostsFileMark + s.file.Name
	}
	return strings.Join(s.Hosts(), ",")
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
func (w *WantedServers) uses(ctx context.Context, servers *Servers) ([]server.Use, error) {
	var uses []server.Use
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
		uses = append(uses, judgesOf(s)...)
		if name := s.EmbeddingModel(); name != "" && servers.Embeds(s) {
			uses = append(uses, server.Use{Model: name, Stages: []string{"embedder of " + s.Name}, Embed: true})
		}
		if len(without) > 0 {
			errs = append(errs, fmt.Errorf("%s: no model for %s: name one there, as `models: {default: NAME}`, "+
				"or with --model ollama:NAME or openai:NAME", s.File(), strings.Join(without, ", ")))
		}
	}
	return uses, errors.Join(errs...)
}

// judgesOf returns what the judges of a suite need of their models, which no --model replaces: the model under test
// would judge itself.
func judgesOf(s *project.Suite) []server.Use {
	stage, judged := s.Vocabulary().Judge()
	if !judged {
		return nil
	}
	var uses []server.Use
	for _, key := range s.SettingsKeys(stage.Name) {
		if settings := s.Settings(key); s.Models[key] != "" {
			uses = append(uses, use(stage, key, settings, false))
		}
	}
	return uses
}

// usesOf returns what a stage needs of its model, and its variants of theirs. The stage itself may have none if
// variants have one: only a case knows whether there are others.
func (w *WantedServers) usesOf(s *project.Suite, stage pipeline.Stage, tools bool) []server.Use {
	var uses []server.Use
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
func use(stage pipeline.Stage, key string, s pipeline.StageSettings, tools bool) server.Use {
	u := server.Use{
		Model: s.Model, Stages: []string{key},
		Tools: len(stage.Tools) > 0 || tools && stage.Reads == pipeline.ReadsText && !stage.NoTools,
		Think: s.Think != "" && s.Think != "false",
		Seed:  s.Options.Seed != nil, Temperature: s.Options.Temperature != nil,
		Settings: settingsOf(s),
	}
	if n := s.Options.NumCtx; n != nil {
		u.NumCtx = *n
	}
	return u
}

// settingsOf returns the names of the options that are set, and how much the model thinks.
func settingsOf(s pipeline.StageSettings) []string {
	var names []string
	if s.Think != "" {
		names = append(names, "think: "+string(s.Think))
	}
	for name, set := range map[string]bool{
		"num_ctx": s.Options.NumCtx != nil, "top_k": s.Options.TopK != nil, "min_p": s.Options.MinP != nil,
		"repeat_penalty": s.Options.RepeatPenalty != nil,
	} {
		if set {
			names = append(names, name)
		}
	}
	return names
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

// Package openai is a client for servers of OpenAI's chat completions, as llama.cpp, vLLM, SGLang, LM Studio and Ollama
// have them below /v1: for answers, for vectors, and for a check of models before a run.
//
// It is net/http with a strict reader of streams, and no client library. Requests are to the byte what package wire
// writes, and chunks are read as those of applications' providers are. A library has requests of its own making, tries
// again by itself, and decides what ends a stream: none of that would be seen in a report. A whole answer has a finish
// reason, and [DONE] after it.
package openai

import (
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Outcomes of answers that only this kind of server gives.
const (
	NotDone    server.Outcome = "the answer ends without [DONE]"
	Unfinished server.Outcome = "the answer ends without a finish reason"
	GivenUp    server.Outcome = "the server has given the answer up" // finish reasons abort and error
)

// Config says which servers share the work, and what is allowed.
type Config struct {
	Hosts       string            // base URLs, separated by commas; without a path it is /v1
	File        *server.HostsFile // in place of Hosts; nil: none
	AllowRemote bool              // hosts other than this machine
	Key         string            // sent to these hosts alone, as a bearer token; empty: none
	Now         func() time.Time  // wall clock; nil: time.Now
	server.Config
}

// Client asks the servers of a Config. It is safe for concurrent use.
type Client struct {
	servers     *server.Servers
	allowRemote bool
	key         string
	now         func() time.Time

	mu     sync.Mutex             // guards Check's findings
	seen   map[string]server.Info // by the model's name
	wanted []server.Use           // of all checks
}

// defaults complete the names of hosts: each server has a port of its own.
var defaults = server.Defaults{Path: "/v1"}

// New parses the names of the hosts. It sends nothing.
func New(cfg Config) (*Client, error) {
	hosts, err := server.ParseHosts(cfg.Hosts, defaults, cfg.AllowRemote)
	if cfg.File != nil {
		hosts, err = cfg.File.Parse(defaults, cfg.AllowRemote)
	}
	if err != nil {
		return nil, err
	}
	c := &Client{
		servers: server.New(hosts, cfg.Config), allowRemote: cfg.AllowRemote, key: cfg.Key, now: cfg.Now,
		seen: map[string]server.Info{},
	}
	if c.now == nil {
		c.now = time.Now
	}
	return c, nil
}

// Hosts returns the base URLs of the servers, in the order of Config.Hosts, without user and password.
func (c *Client) Hosts() []string { return c.servers.Hosts() }

// States returns the state of each server in a run.
func (c *Client) States() []server.State { return c.servers.States() }

// SetHosts replaces the servers by those of a file, as far as they differ. An error changes nothing.
func (c *Client) SetHosts(file *server.HostsFile) error {
	hosts, err := file.Parse(defaults, c.allowRemote)
	if err == nil {
		c.servers.SetHosts(hosts)
	}
	return err
}

// exchange returns an exchange with a host. Look gets each line of the answer.
func (c *Client) exchange(h *server.Host, body []byte, look func(line []byte) error) *server.Exchange {
	return c.servers.Exchange(server.Exchange{Host: h, Body: body, Key: c.key, Look: look, Refusal: refusal})
}

// origin returns the provenance of an answer that has just been given.
func (c *Client) origin(name string) pipeline.Origin {
	c.mu.Lock()
	defer c.mu.Unlock()
	name = model.ModelName(name)
	return pipeline.Origin{
		Source: pipeline.SourceOpenAI, Match: pipeline.MatchLive, Model: name, Context: c.seen[name].ContextLength,
		At: c.now().UTC().Round(0),
	}
}

// Package ollama is a client for Ollama servers: for answers, for vectors, and for a check of models before a run.
// Several servers share the work. Requests are to the byte what package wire writes, and tool calls come back in the
// server's own bytes; Ollama's client library would change both, and is followed in all else.
package ollama

import (
	"cmp"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/envconfig"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Outcomes of answers that only this kind of server gives.
const (
	NotDone    server.Outcome = "the answer ends without done"
	OnlyLoaded server.Outcome = "the model was loaded or unloaded, and said nothing"
)

// Config says which servers share the work, and what is allowed.
type Config struct {
	Hosts       string            // host[:port] or URLs, separated by commas; empty: 127.0.0.1:11434
	File        *server.HostsFile // in place of Hosts; nil: none
	AllowRemote bool              // hosts other than this machine, and models that run elsewhere
	Now         func() time.Time  // wall clock; nil: time.Now
	server.Config
}

// Client asks the servers of a Config. It is safe for concurrent use.
type Client struct {
	servers     *server.Servers
	allowRemote bool
	now         func() time.Time

	mu       sync.Mutex             // guards Check's findings
	wanted   []server.Use           // of all checks
	seen     map[string]server.Info // by the model's Name
	versions map[string]string      // by the host's name
}

// defaults complete the names of hosts as Ollama's own programs do.
var defaults = server.Defaults{Host: "127.0.0.1", Port: "11434"}

// New parses the names of the hosts. It sends nothing.
func New(cfg Config) (*Client, error) {
	if envconfig.UseAuth() { // then the library signs requests, before they can be inspected
		return nil, errors.New("OLLAMA_AUTH is set: requests would be signed with the key of ~/.ollama: unset it")
	}
	hosts, err := server.ParseHosts(cfg.Hosts, defaults, cfg.AllowRemote)
	if cfg.File != nil {
		hosts, err = cfg.File.Parse(defaults, cfg.AllowRemote)
	}
	if err != nil {
		return nil, err
	}
	c := &Client{
		servers: server.New(hosts, cfg.Config), allowRemote: cfg.AllowRemote, now: cfg.Now,
		seen: map[string]server.Info{}, versions: map[string]string{},
	}
	if c.now == nil {
		c.now = time.Now
	}
	return c, nil
}

// Hosts returns the URLs of the servers, in the order of Config.Hosts, without user and password.
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

// Name returns the normalized name of a model: "x" and "x:latest" are one model.
func Name(model string) string {
	return cmp.Or(strings.TrimSuffix(model, ":latest"), model)
}

package agens

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// graph is a checked block: only an answer can still cause errors.
type graph struct {
	main   *job
	subs   map[string]*job
	visits int
	compat string
}

// job is a job of the graph.
type job struct {
	Job
	id         string
	key        string // its key in the case
	maxRetries int
	nodes      map[string]*node
}

// node is a node of a job with everything that its visits need.
type node struct {
	Node
	name, key string
	serving   Serving
	timeout   time.Duration
	format    json.RawMessage // of its answers
	routes    bool            // it has a router; else only an answer determines the next move
	router    router.Router
	tools     []pipeline.Tool
}

// compile checks a block and returns its errors by the case's keys.
func compile(b *Block, tools []pipeline.Tool) (*graph, error) {
	if b.Compat != "" && b.Compat != compatProgram {
		return nil, fmt.Errorf("compat: want %s or nothing, got %q", compatProgram, b.Compat)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Servings)) {
		if err := b.Servings[name].check(); err != nil {
			return nil, fmt.Errorf("servings: %s: %w", name, err)
		}
	}
	c := compiler{block: b, tools: tools}
	g := &graph{subs: map[string]*job{}, visits: b.Limits.visits(), compat: b.Compat}
	var err error
	if g.main, err = c.job("job", "job", b.Job); err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(b.Subs)) {
		if g.subs[id], err = c.job(id, "subs."+id, b.Subs[id]); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (s Serving) check() error {
	switch {
	case !slices.Contains([]string{"", buildPair, buildChat}, s.BuildPrompt):
		return fmt.Errorf("build_prompt: want %s or %s, got %q", buildPair, buildChat, s.BuildPrompt)
	case s.Timeout < 0:
		return fmt.Errorf("timeout: %s is below 0", s.Timeout)
	}
	return nil
}

type compiler struct {
	block *Block
	tools []pipeline.Tool
}

func (c compiler) job(id, key string, config Job) (*job, error) {
	j := &job{Job: config, id: id, key: key, maxRetries: defaultRetries, nodes: map[string]*node{}}
	if config.MaxRetries != nil {
		j.maxRetries = *config.MaxRetries
	}
	if j.maxRetries < 0 {
		return nil, fmt.Errorf("%s: max_retries: %d is below 0", key, j.maxRetries)
	}
	for _, name := range slices.Sorted(maps.Keys(config.Nodes)) {
		n, err := c.node(name, config)
		if err != nil {
			return nil, fmt.Errorf("%s: nodes: %s: %w", key, name, err)
		}
		n.key = key + ".nodes." + name
		j.nodes[name] = n
	}
	if c.block.Compat == compatProgram { // it finds out when the job runs
		return j, nil
	}
	return j, c.checkNames(key, config)
}

// checkNames refuses a node or job that a block names and does not have: a misspelt name.
func (c compiler) checkNames(key string, config Job) error {
	known := func(at, what, name string, names []string) error {
		if slices.Contains(names, name) {
			return nil
		}
		return fmt.Errorf("%s: %s: there is no %s %q (there are: %s)", key, at, what, name, strings.Join(names, ", "))
	}
	nodes, subs := slices.Sorted(maps.Keys(config.Nodes)), slices.Sorted(maps.Keys(c.block.Subs))
	errs := []error{known("start", "node", config.Start, nodes)}
	for _, name := range nodes {
		n := config.Nodes[name]
		if n.Sub != "" {
			errs = append(errs, known("nodes: "+name+": sub", "job", n.Sub, subs))
		}
		for _, r := range n.Routes {
			for _, i := range r.Next {
				switch i.Type {
				case router.TypeRoute, router.TypeYield:
					errs = append(errs, known("nodes: "+name+": routes", "node", i.Value, nodes))
				case router.TypeSub:
					errs = append(errs, known("nodes: "+name+": routes", "job", i.Value, subs))
				}
			}
		}
	}
	return errors.Join(errs...)
}

func (c compiler) node(name string, of Job) (*node, error) {
	config := of.Nodes[name]
	n := &node{Node: config, name: name, routes: len(config.Outputs)+len(config.Routes) > 0}
	serving, known := c.block.Servings[config.Serving]
	switch {
	case config.Serving == "":
		return nil, fmt.Errorf("serving: missing (every node has one, a node with a sub-job too)")
	case !known && len(c.block.Servings) > 0:
		return nil, fmt.Errorf("serving: %q stands not among the servings", config.Serving)
	}
	n.serving, n.timeout = serving, cmp.Or(serving.Timeout, defaultTimeout)
	n.router = router.Router{Outputs: config.Outputs, Resolve: resolver(config.Routes)}
	if err := checkOutputs(config.Outputs); err != nil {
		return nil, err
	}
	if err := checkRoutes(config); err != nil {
		return nil, err
	}
	var err error
	if n.format, err = c.format(config.Outputs, of); err != nil {
		return nil, err
	}
	n.tools, err = c.offered(config.Tools)
	return n, err
}

// format returns the schema of the answers of a job's node (G5). The program's has no outputs unless a host adds them,
// and names no nodes.
func (c compiler) format(outputs []router.Output, of Job) (json.RawMessage, error) {
	schemas := router.DefaultSchemas()
	if c.block.Compat == compatProgram {
		return jsonvalue.Marshal(schemas.Build())
	}
	schemas = schemas.WithTargets(slices.Sorted(maps.Keys(of.Nodes)), slices.Sorted(maps.Keys(c.block.Subs)))
	schemas, err := schemas.WithOutputs(outputs)
	if err != nil {
		return nil, err
	}
	return jsonvalue.Marshal(schemas.Build())
}

// offered returns the case's tools that a node names.
func (c compiler) offered(names []string) ([]pipeline.Tool, error) {
	var all []pipeline.Tool
	for _, name := range names {
		if name == "*" {
			return c.tools, nil
		}
		i := slices.IndexFunc(c.tools, func(t pipeline.Tool) bool { return t.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("tools: %q is no tool of the case", name)
		}
		all = append(all, c.tools[i])
	}
	return all, nil
}

package kept_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
)

// values are what flags are tried with, by verb and flag, with other flags after a semicolon. Those without a value of
// their own are set.
var values = map[string]map[string][]string{
	"run": {
		"suite": {"talk", "near"}, "case": {"desk"}, "tag": {"x"}, "keyword": {"dog"}, "stage": {"main", "router"},
		"shard": {"1/2"}, "max-failures": {"1"}, "timeout": {"50s"}, "prompts": {"beaver=PROMPTS"},
		"gate":    {"faults.cells >= 3"},
		"no-gate": {"goldens"}, "workers": {"1", "3"}, "html": {"PAGE"}, "trace": {"TRACE"}, "repeat": {"1"},
		"baseline": {"latest"}, "format": {"table"},
	},
	"faults": {
		"suite": {"talk", "near"}, "case": {"desk"}, "tag": {"x"}, "keyword": {"dog"}, "stage": {"main", "router"},
		"fault": {"prose", "missing-key", "tool"}, "seed": {"2", "3", "4"}, "cell": {"turn-1/router:empty:strict"},
		"workers": {"1", "3"}, "turn-limit": {"3s"}, "real-time": {"true;--suite=claw;--fault=empty"},
		"format": {"table", "markdown"},
	},
}

// untried says why a flag is not tried.
var untried = map[string]string{
	"model": "asks a server", "host": "goes with --model", "allow-remote": "goes with --model",
	"parallel": "goes with --model", "keep-scripted": "goes with --model", "until": "goes with --model",
	"seed":    "goes with --until",
	"compare": "goes with --model", "watch": "does not end", "twice": "runs applications",
	"recordings": "has answers of servers", "resume": "needs a run that was stopped", "requests": "feeds applications",
	"partial": "goes with --requests", "shard-by-time": "needs an earlier run", "queue": "needs another program",
	"queue-workers": "goes with --queue", "queue-shards": "goes with --queue", "vectors": "runs no case",
	"otherwise": "goes with --declared", "root": "is that of the test", "help": "runs nothing",
	"no-cache": "is the other side",
}

// Whatever flags run and faults have, they leave and print what they do without a cache; what they keep is not taken
// for what a run without flags needs.
func TestNoFlagGetsStaleCells(t *testing.T) {
	d := newDesk(t)
	d.write(t, "others/main.system.tmpl", bytes.Replace(d.read(t, "prompts/main.system.tmpl"),
		[]byte("{{- end}}"), []byte("{{if true}}More.{{end}}{{- end}}"), 1))
	for _, verb := range [][]string{plainRun, {"faults", "--format", "json"}} {
		base, _ := d.same(t, verb[0], verb...)
		differ := 0
		for _, f := range flags(t, d, verb[0]) {
			t.Run(strings.Join(f, " "), func(t *testing.T) {
				args := append(append([]string{}, verb...), f...)
				d.same(t, "first", args...)
				if now, _ := d.same(t, "again", args...); !cmp.Equal(base, now) {
					differ++
				}
			})
		}
		if now, kept := d.same(t, "without flags", verb...); !cmp.Equal(base, now) || kept == 0 {
			t.Errorf("%s without flags, %d cells kept: %s", verb[0], kept, cmp.Diff(base, now))
		}
		if differ < 8 {
			t.Errorf("%s: only %d flags change anything", verb[0], differ)
		}
	}
}

// flags returns arguments for each flag of a verb, found in the verb itself.
func flags(t *testing.T, d *desk, verb string) [][]string {
	var tried [][]string
	var found *cobra.Command
	for _, cmd := range cli.Command(all(t)...).Commands() {
		if cmd.Name() == verb {
			found = cmd
		}
	}
	found.Flags().VisitAll(func(f *pflag.Flag) {
		tries := values[verb][f.Name]
		switch {
		case tries != nil:
			for _, value := range tries {
				value = strings.NewReplacer("PROMPTS", d.path("others"), "PAGE", d.path("page.html"),
					"TRACE", d.path("trace")).Replace(value)
				tried = append(tried, strings.Split(fmt.Sprintf("--%s=%s", f.Name, value), ";"))
			}
		case untried[f.Name] != "":
		case f.Value.Type() == "bool":
			tried = append(tried, []string{"--" + f.Name})
		default:
			t.Errorf("%s has a flag --%s, with which this law tries nothing", verb, f.Name)
		}
	})
	return tried
}

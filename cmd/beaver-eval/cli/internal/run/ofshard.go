package run

import (
	"errors"
	"fmt"
	"path"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// ofShard prints how a shard ended. It goes on by its name; reports is the folder that all shards are in.
func (a *app) ofShard(name, reports string, shard *filter.Shard) console.Handler {
	return console.AtEnd(func(seen *overview.Overview) error {
		t := &seen.Total
		said := fmt.Sprintf("shard %s: %s", shard, wording.Number(t.Cases, "case"))
		for _, k := range []struct {
			n    int
			what string
		}{{t.Failed - t.Errors, "failing"}, {t.Errors, "in error"}, {t.Differing, "with other prompts than accepted"}} {
			if k.n > 0 {
				said += fmt.Sprintf(", %d %s", k.n, k.what)
			}
		}
		switch {
		case seen.Stopped != "":
			said = fmt.Sprintf("STOPPED: %s\n%s; it has not finished", seen.Stopped, said)
		case seen.Interrupted:
			said += "; INTERRUPTED: it has not finished"
		case seen.NoAnswer > 0:
			said += "; nothing is judged\nnext: `beaver-eval run --resume " + name +
				"` asks for the answers that are missing"
		default:
			said += fmt.Sprintf("; nothing is judged\nnext: with all %d in place, `beaver-eval report merge %s/*`",
				shard.N, path.Join(reports, stored.ShardsDir))
		}
		_, err := fmt.Fprintln(a.Stdout, said)
		return errors.Join(err, a.Stdout.Flush())
	})
}

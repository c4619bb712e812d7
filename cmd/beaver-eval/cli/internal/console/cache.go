package console

import (
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/cache"
	"github.com/beaver-eval/beaver-eval/suites/faults"
)

// cacheFolder is the variable that names the folder of results kept from one command to the next; "off": none are kept.
const cacheFolder = "BEAVER_EVAL_CACHE"

// maxCache is the size of that folder after each command, in bytes.
const maxCache = 256 << 20

// NoCacheHelp describes the flag --no-cache of a verb.
const NoCacheHelp = "use and keep no results of earlier commands (" + cacheFolder + " names their folder)"

// Cache returns what earlier commands have kept. It is nil, and so empty, without a folder for it, for a program that
// cannot be told from another build, and if a verb's flag says that there is none.
func (a *App) Cache(none bool) *cache.Cache {
	if none {
		return nil
	}
	dir := a.Env(cacheFolder)
	if dir == "" {
		if user, err := os.UserCacheDir(); err == nil {
			dir = filepath.Join(user, "beaver-eval")
		}
	}
	if dir == "" || dir == "off" || buildID() == "" {
		return nil
	}
	return cache.New(dir, maxCache)
}

// KeptCells returns the cells of matrices of faults in a cache.
func (a *App) KeptCells(c *cache.Cache) *faults.Kept { return faults.NewKept(c, a.program) }

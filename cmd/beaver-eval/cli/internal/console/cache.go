package console

import (
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/cache"
)

// cacheFolder is the variable that names the folder of results kept from one command to the next; "off": none are kept.
const cacheFolder = "BEAVER_EVAL_CACHE"

// maxCache is the size of that folder after each command, in bytes.
const maxCache = 256 << 20

// NoCacheHelp describes the flag --no-cache of a verb.
const NoCacheHelp = "use and keep no results of earlier commands (" + cacheFolder + " names their folder)"

// Cache returns what this build of the program has kept of earlier commands. It is nil, and so empty, without a folder
// for it, and for a program that cannot be told from another build.
func (a *App) Cache() *cache.Cache {
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

//go:build unix

package program

import (
	"os"
	"syscall"
)

// own reports whether a folder belongs to this user: others may put anything into the folder for temporary files.
func own(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

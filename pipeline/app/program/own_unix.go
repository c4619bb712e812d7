//go:build unix

package program

import (
	"os"
	"syscall"
)

// own reports whether a folder is this user's: others put into the folder for temporary files what they like.
func own(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

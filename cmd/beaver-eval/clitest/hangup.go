package clitest

import (
	"os"
	"os/signal"
	"syscall"
)

// HearHangups lets the programs that a test starts receive SIGHUP, even if the test was started by nohup: children
// inherit ignored signals, but not handled ones.
func HearHangups() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
}

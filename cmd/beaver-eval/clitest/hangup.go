package clitest

import (
	"os"
	"os/signal"
	"syscall"
)

// HearHangups has the programs that a test starts hear SIGHUP, also where the test was started by nohup: what is
// ignored is handed on to children, and what somebody listens to is not.
func HearHangups() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
}

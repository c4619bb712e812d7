package console

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Notice writes lines to people while a run is in progress, above its bar. It may be called concurrently.
func (a *App) Notice(text string) {
	var lines strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		lines.WriteString("beaver-eval: " + a.Screen.People(line) + "\n")
	}
	a.noticing.Lock()
	defer a.noticing.Unlock()
	if a.bar != nil {
		if _, err := a.bar.Write([]byte(lines.String())); err == nil {
			return
		}
	}
	_, _ = io.WriteString(a.Stderr.W, lines.String()) // nobody can be told of an error
}

// states returns the state of all servers.
func (a *App) states() []server.State {
	var all []server.State
	for _, states := range a.serving {
		all = append(all, states()...)
	}
	return all
}

// TellServers says what each server has done, if there were several.
func (a *App) TellServers() {
	all := a.states()
	if len(all) < 2 {
		return
	}
	for _, s := range all {
		line := s.Host + ": " + wording.Number(s.Answers, "answer")
		if s.Failures > 0 {
			line += ", " + wording.Number(s.Failures, "call") + " without"
		}
		a.Notice(line + where(s))
	}
}

// where says why a server gets no call; empty: it gets some.
func where(s server.State) string {
	switch {
	case s.Removed:
		return ", removed"
	case s.Away > 0:
		return ", away"
	}
	return ""
}

// mostShown bounds the servers that are shown below a bar.
const mostShown = 24

// serverLines writes a line for each server, to stand below a bar.
func (a *App) serverLines(w io.Writer) error {
	all := a.states()
	if len(all) < 2 {
		return nil
	}
	for _, s := range all[:min(len(all), mostShown)] {
		line := fmt.Sprintf("%5d done %3d asked  %s%s", s.Answers, s.Calls, s.Host, where(s))
		if s.Away > 0 && !s.Removed {
			line += fmt.Sprintf(", back in %v", s.Away.Round(time.Second))
		}
		if _, err := fmt.Fprintln(w, a.Screen.People(line)); err != nil {
			return err
		}
	}
	return nil
}

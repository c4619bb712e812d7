package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

const (
	// hostsFileMark begins the name of a file of hosts. No host begins with it.
	hostsFileMark = "@"

	maxHostsFile = 1 << 20 // bytes

	// roomForHosts is for how many hosts of a file cases run at a time: it may have few at the beginning.
	roomForHosts = 64
)

// readHosts reads the file that --host names.
func (f *ServerFlags) readHosts() error {
	name, named := strings.CutPrefix(f.Hosts, hostsFileMark)
	if !named {
		return nil
	}
	if name == "" {
		return errors.New("--host: @ begins the name of a file, which is missing: write it as @hosts.txt")
	}
	var err error
	f.file, err = readHostsFile(name)
	return err
}

func readHostsFile(name string) (*server.HostsFile, error) {
	data, err := disk.ReadFile(name, maxHostsFile)
	if err != nil {
		return nil, fmt.Errorf("--host: %w", err)
	}
	return &server.HostsFile{Name: name, Data: data}, nil
}

// orFile adds to what is wrong with hosts that there is a file of this name.
func (f *ServerFlags) orFile(err error) error {
	info, missing := os.Stat(f.Hosts)
	if f.file != nil || missing != nil || !info.Mode().IsRegular() {
		return err
	}
	return fmt.Errorf("%w; if the file is meant, write --host %s", err, Quoted(hostsFileMark+f.Hosts))
}

// Again returns the value of --host for these servers, without user and password.
func (s *Servers) Again() string {
	if s.file != nil {
		return hostsFileMark + s.file.Name
	}
	return strings.Join(s.Hosts(), ",")
}

// followHosts reads the file of hosts again whenever it has changed. What is wrong with it is said once, and changes
// nothing.
func (a *App) followHosts(ctx context.Context, s *Servers) {
	w := disk.Watcher{Scan: disk.Tree{Roots: []string{s.file.Name}}.Scan}
	known, said := s.file.Data, ""
	w.See()
	for {
		file, err := readHostsFile(s.file.Name)
		if err == nil && !bytes.Equal(file.Data, known) {
			known, err = file.Data, s.SetHosts(file)
		}
		switch {
		case err == nil:
			said = ""
		case err.Error() != said:
			said = err.Error()
			a.notice(said + "\nthe hosts stay as they were")
		}
		if _, err := w.Wait(ctx); err != nil {
			return
		}
	}
}

// notice writes lines to people while a run is in progress, above its bar. It may be called concurrently.
func (a *App) notice(text string) {
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
	for _, s := range a.servers {
		all = append(all, s.States()...)
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
		a.notice(line + where(s))
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

package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

const (
	// hostsFileMark begins the name of a file of hosts. No host begins with it.
	hostsFileMark = "@"

	maxHostsFile = 1 << 20 // bytes

	// roomForHosts is for how many hosts of a file cases run at a time: it may have few at the beginning.
	roomForHosts = 32
)

// readHosts reads the file that --host names; nil: it names hosts.
func readHosts(hosts string) (*server.HostsFile, error) {
	name, named := strings.CutPrefix(hosts, hostsFileMark)
	switch {
	case !named:
		return nil, nil
	case name == "":
		return nil, errors.New("--host: @ begins the name of a file, which is missing: write it as @hosts.txt")
	}
	return readHostsFile(name)
}

func readHostsFile(name string) (*server.HostsFile, error) {
	data, err := disk.ReadFile(name, maxHostsFile)
	if err != nil {
		return nil, fmt.Errorf("--host: %w", err)
	}
	return &server.HostsFile{Name: name, Data: data}, nil
}

// orFile adds to what is wrong with hosts that there is a file of this name.
func orFile(err error, hosts string) error {
	if info, missing := os.Stat(hosts); missing != nil || !info.Mode().IsRegular() {
		return err
	}
	return fmt.Errorf("%w; if the file is meant, write --host %s", err, Quoted(hostsFileMark+hosts))
}

// followHosts reads a file of hosts again whenever it has changed, and passes it to set. What is wrong with it is said
// once, and changes nothing.
func (a *App) followHosts(ctx context.Context, file *server.HostsFile, set func(*server.HostsFile) error) {
	w := disk.Watcher{Scan: disk.Tree{Roots: []string{file.Name}}.Scan}
	known, said := file.Data, ""
	w.See()
	for {
		now, err := readHostsFile(file.Name)
		if err == nil && !bytes.Equal(now.Data, known) {
			known, err = now.Data, set(now)
		}
		switch {
		case err == nil:
			said = ""
		case err.Error() != said:
			said = err.Error()
			a.Notice(said + "\nthe hosts stay as they were")
		}
		if _, err := w.Wait(ctx); err != nil {
			return
		}
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// npm makes packages of npm: beaver-eval with the client for vitest and a command that starts the program, and for each
// platform one that holds the program. The first has the others as optional dependencies, of which npm installs the one
// that fits by os and cpu, so no script runs at installation.
type npm struct {
	root    string
	version string
}

// npmTime is the time of all files in packages that npm itself packs.
var npmTime = time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)

// The names that Node has for systems and architectures.
var (
	nodeOS  = map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32"}
	nodeCPU = map[string]string{"amd64": "x64", "arm64": "arm64"}
)

const clientDir = "clients/node"

// clients returns the package beaver-eval.
func (n npm) clients() ([]parcel, error) {
	text, err := os.ReadFile(filepath.Join(n.root, clientDir, "package.json"))
	if err != nil {
		return nil, err
	}
	var described map[string]any
	if err := json.Unmarshal(text, &described); err != nil {
		return nil, fmt.Errorf("%s/package.json: %w", clientDir, err)
	}
	optional := map[string]string{}
	for _, system := range nodeOS {
		for _, cpu := range nodeCPU {
			optional["@beaver-eval/"+system+"-"+cpu] = n.version
		}
	}
	described["version"], described["optionalDependencies"] = n.version, optional
	described["bin"] = map[string]string{"beaver-eval": "bin.js"}
	names := []string{"LICENSE", clientDir + "/README.md"}
	for _, pattern := range []string{"*.js", "*.d.ts"} {
		found, err := filepath.Glob(filepath.Join(n.root, clientDir, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			names = append(names, clientDir+"/"+filepath.Base(name))
		}
	}
	files, err := texts(n.root, "package/", names...)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].name == "package/bin.js" {
			files[i].mode = 0o755
		}
	}
	p, err := n.tarball("beaver-eval", described, files)
	return []parcel{p}, err
}

// platform returns the package with a program.
func (n npm) platform(a artifact, program []byte) (parcel, error) {
	system, cpu := nodeOS[a.Goos], nodeCPU[a.Goarch]
	if system == "" || cpu == "" {
		return parcel{}, fmt.Errorf("%s/%s: npm's name of the platform is not known: %v, %v", a.Goos, a.Goarch,
			slices.Sorted(maps.Keys(nodeOS)), slices.Sorted(maps.Keys(nodeCPU)))
	}
	name := "@beaver-eval/" + system + "-" + cpu
	files, err := texts(n.root, "package/", "LICENSE", "THIRD_PARTY_NOTICES")
	if err != nil {
		return parcel{}, err
	}
	readme := "# " + name + "\n\n" +
		"The program of [beaver-eval](https://www.npmjs.com/package/beaver-eval) for this platform.\n"
	files = append(files, file{"package/README.md", 0o644, []byte(readme)}, file{"package/" + a.Name, 0o755, program})
	return n.tarball(name, map[string]any{
		"name": name, "version": n.version, "description": "The program of beaver-eval for one platform",
		"license": "Apache-2.0", "os": []string{system}, "cpu": []string{cpu}, "preferUnplugged": true,
		"repository": map[string]string{"type": "git", "url": "git+https://github.com/beaver-eval/beaver-eval.git"},
	}, files)
}

func (n npm) tarball(name string, described map[string]any, files []file) (parcel, error) {
	text, err := json.MarshalIndent(described, "", "  ") // maps have their keys in order
	if err != nil {
		return parcel{}, err
	}
	all := append([]file{{"package/package.json", 0o644, append(text, '\n')}}, files...)
	data, err := tarGz(all, npmTime)
	flat := strings.NewReplacer("@", "", "/", "-").Replace(name)
	return parcel{"npm/" + flat + "-" + n.version + ".tgz", data}, err
}

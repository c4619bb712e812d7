package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// python makes wheels: beaver-eval, which puts the program among the environment's commands, and the plugin of pytest,
// which its extra pytest asks for. Format: packaging.python.org, binary distribution format.
type python struct {
	root    string
	version string // as PEP 440 has it
	when    time.Time
	project project // the plugin's
}

// project is what clients/python/pyproject.toml says.
type project struct {
	Project struct {
		Name           string                       `toml:"name"`
		Description    string                       `toml:"description"`
		RequiresPython string                       `toml:"requires-python"`
		EntryPoints    map[string]map[string]string `toml:"entry-points"`
	} `toml:"project"`
	Tool struct {
		Setuptools struct {
			Modules []string `toml:"py-modules"`
		} `toml:"setuptools"`
	} `toml:"tool"`
}

const pluginDir = "clients/python"

func newPython(root, version string, when time.Time) (*python, error) {
	p := &python{root: root, when: when}
	var err error
	if p.version, err = pythonVersion(version); err != nil {
		return nil, err
	}
	_, err = toml.DecodeFile(filepath.Join(root, pluginDir, "pyproject.toml"), &p.project)
	return p, err
}

var semantic = regexp.MustCompile(`^(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+)|(-dev))?$`)

// pythonVersion returns the spelling that PEP 440 has for a version.
func pythonVersion(version string) (string, error) {
	m := semantic.FindStringSubmatch(version)
	switch {
	case m == nil:
		return "", fmt.Errorf("version %s: a wheel can have 1.2.3, 1.2.3-alpha.1, 1.2.3-beta.1, 1.2.3-rc.1 or "+
			"1.2.3-dev: tag the commit so", version)
	case m[2] != "":
		return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3], nil
	case m[4] != "":
		return m[1] + ".dev0", nil
	}
	return m[1], nil
}

// wheelPlatforms are the tags of wheels. The program on Linux is static, so any C library will do; macOS 12 is the
// first that Go 1.26 supports.
var wheelPlatforms = map[string]string{
	"linux/amd64":   "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
	"linux/arm64":   "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// wheel returns the wheel with a program.
func (p *python) wheel(a artifact, program []byte) (parcel, error) {
	platform := wheelPlatforms[a.Goos+"/"+a.Goarch]
	if platform == "" {
		return parcel{}, fmt.Errorf("%s/%s: the tag of its wheel is not known", a.Goos, a.Goarch)
	}
	const name = "beaver_eval"
	readme, err := os.ReadFile(filepath.Join(p.root, "README.md"))
	if err != nil {
		return parcel{}, err
	}
	licences, err := texts(p.root, name+"-"+p.version+".dist-info/licenses/", "LICENSE", "THIRD_PARTY_NOTICES")
	if err != nil {
		return parcel{}, err
	}
	extra := "Provides-Extra: pytest\n" +
		"Requires-Dist: " + p.project.Project.Name + "==" + p.version + "; extra == \"pytest\"\n" +
		"Requires-Dist: pytest>=7; extra == \"pytest\"\n"
	const summary = "Snapshot tests for the prompts of LLM agents, and fault injection for their calls"
	script := file{name + "-" + p.version + ".data/scripts/" + a.Name, 0o755, program}
	return p.zip(name, platform, p.describe("beaver-eval", summary, extra, readme), "", append(licences, script))
}

// plugin returns the wheel with the plugin of pytest.
func (p *python) plugin() (parcel, error) {
	project := p.project.Project
	name := strings.ReplaceAll(project.Name, "-", "_")
	var modules []string
	for _, module := range p.project.Tool.Setuptools.Modules {
		modules = append(modules, pluginDir+"/"+module+".py")
	}
	files, err := texts(p.root, "", modules...)
	if err != nil {
		return parcel{}, err
	}
	licence, err := texts(p.root, name+"-"+p.version+".dist-info/licenses/", "LICENSE")
	if err != nil {
		return parcel{}, err
	}
	readme, err := os.ReadFile(filepath.Join(p.root, pluginDir, "README.md"))
	if err != nil {
		return parcel{}, err
	}
	var entries strings.Builder
	for entry, object := range project.EntryPoints["pytest11"] {
		fmt.Fprintf(&entries, "[pytest11]\n%s = %s\n", entry, object)
	}
	about := p.describe(project.Name, project.Description, "Classifier: Framework :: Pytest\n", readme)
	return p.zip(name, "any", about, entries.String(), append(licence, files...))
}

// describe returns METADATA.
func (p *python) describe(name, summary, more string, readme []byte) string {
	return "Metadata-Version: 2.4\nName: " + name + "\nVersion: " + p.version + "\nSummary: " + summary + "\n" +
		"License-Expression: Apache-2.0\nLicense-File: LICENSE\n" +
		"Project-URL: Source, https://github.com/beaver-eval/beaver-eval\n" +
		"Requires-Python: " + p.project.Project.RequiresPython + "\n" + more +
		"Description-Content-Type: text/markdown\n\n" + string(readme)
}

// zip returns a wheel, whose last file lists all of them with their digests.
func (p *python) zip(name, platform, about, entries string, files []file) (parcel, error) {
	info := name + "-" + p.version + ".dist-info/"
	pure := "false"
	if platform == "any" {
		pure = "true"
	}
	wheel := "Wheel-Version: 1.0\nGenerator: beaver-eval\nRoot-Is-Purelib: " + pure + "\n"
	for _, tag := range strings.Split(platform, ".") {
		wheel += "Tag: py3-none-" + tag + "\n"
	}
	files = append(files, file{info + "METADATA", 0o644, []byte(about)}, file{info + "WHEEL", 0o644, []byte(wheel)})
	if entries != "" {
		files = append(files, file{info + "entry_points.txt", 0o644, []byte(entries)})
	}
	var record strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	record.WriteString(info + "RECORD,,\n")
	files = append(files, file{info + "RECORD", 0o644, []byte(record.String())})
	data, err := zipped(files, p.when)
	return parcel{"python/" + name + "-" + p.version + "-py3-none-" + platform + ".whl", data}, err
}

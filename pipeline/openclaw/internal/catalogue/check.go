package catalogue

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Check refuses folders of unknown sources, and relative paths. Its error begins with the key.
func (s Settings) Check() error {
	if s.Home != "" && !path.IsAbs(s.Home) {
		return fmt.Errorf("home: want an absolute path, got %q", s.Home)
	}
	if err := checkFolder("workspace", s.Workspace); err != nil {
		return err
	}
	for _, source := range slices.Sorted(maps.Keys(s.Roots)) {
		if !slices.Contains(pipeline.SkillSources(), source) {
			return fmt.Errorf("roots: there is no source %q (there are %s)", source,
				strings.Join(pipeline.SkillSources(), ", "))
		}
		if err := checkFolder("roots: "+source, s.Roots[source]); err != nil {
			return err
		}
	}
	return nil
}

func checkFolder(key, at string) error {
	if at == "" || at == "~" || strings.HasPrefix(at, "~/") || path.IsAbs(at) {
		return nil
	}
	return fmt.Errorf("%s: want an absolute path, or one below ~/, got %q", key, at)
}

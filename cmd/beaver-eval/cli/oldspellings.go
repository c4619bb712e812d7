package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// oldVerbs returns removed verbs with their replacements.
func oldVerbs() map[string]string {
	return map[string]string{
		"prompts": "init --templates DIR",
		"prune":   "accept --gone",
	}
}

// oldFlags returns removed flags with their replacements.
func oldFlags() map[string]string {
	return map[string]string{
		"check --declared": "faults --declared",
		"check --twice":    "run --twice",
		"record --case":    "record CASE...",
		"run --builtin":    "run --demo",
		"run --case":       "run CASE...",
		"run --no-ci":      "run --ci=false",
	}
}

// flagError names the replacement of a removed flag.
func flagError(cmd *cobra.Command, err error) error {
	unknown, is := errors.AsType[*pflag.NotExistError](err)
	if !is {
		return err
	}
	old := cmd.Name() + " --" + unknown.GetSpecifiedName()
	if now := oldFlags()[old]; now != "" {
		return renamed(old, now)
	}
	return err
}

// verbError names the replacement of a removed verb. Cobra has no type for an unknown verb.
func verbError(err error) error {
	if err == nil {
		return nil
	}
	for old, now := range oldVerbs() {
		if strings.HasPrefix(err.Error(), fmt.Sprintf("unknown command %q for ", old)) {
			return renamed(old, now)
		}
	}
	return err
}

func renamed(old, now string) error {
	return fmt.Errorf("`beaver-eval %s` is now `beaver-eval %s`", old, now)
}

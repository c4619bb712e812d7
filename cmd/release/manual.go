package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// writeManual writes a man page for each command, and a completion script for each shell. The pages have the date of
// the release.
func writeManual(dir string, root *cobra.Command, date time.Time) error {
	man, completions := filepath.Join(dir, "man"), filepath.Join(dir, "completions")
	if err := errors.Join(os.RemoveAll(man), os.RemoveAll(completions)); err != nil {
		return err
	}
	if err := errors.Join(os.MkdirAll(man, 0o755), os.MkdirAll(completions, 0o755)); err != nil {
		return err
	}
	root.DisableAutoGenTag = true // a line with the date of today
	header := &doc.GenManHeader{Section: "1", Source: "beaver-eval", Manual: "beaver-eval", Date: &date}
	pages := doc.GenManTreeOptions{Header: header, Path: man, CommandSeparator: "-"}
	if err := doc.GenManTreeFromOpts(root, pages); err != nil {
		return err
	}
	for name, generate := range map[string]func(*bytes.Buffer) error{
		"beaver-eval.bash": func(b *bytes.Buffer) error { return root.GenBashCompletionV2(b, true) },
		"_beaver-eval":     func(b *bytes.Buffer) error { return root.GenZshCompletion(b) },
		"beaver-eval.fish": func(b *bytes.Buffer) error { return root.GenFishCompletion(b, true) },
		"beaver-eval.ps1":  func(b *bytes.Buffer) error { return root.GenPowerShellCompletionWithDesc(b) },
	} {
		var script bytes.Buffer
		if err := generate(&script); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(completions, name), script.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

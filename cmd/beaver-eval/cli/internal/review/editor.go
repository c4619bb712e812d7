package review

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// EditorCommand returns the command that opens a file at a line, from 1; 0: unknown. editor is a program with optional
// arguments, as in $EDITOR. No shell is involved: the file is one argument, whatever its name. A missing program is an
// error.
func EditorCommand(editor, file string, line int) (*exec.Cmd, error) {
	words, err := split(editor, os.PathSeparator != '\\')
	if err != nil {
		return nil, err
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("no editor is named")
	}
	cmd := exec.Command(words[0], append(words[1:], arguments(words[0], file, line)...)...)
	return cmd, cmd.Err
}

// arguments returns a file and a line in an editor's syntax; an unknown editor gets only the file.
func arguments(program, file string, line int) []string {
	if line < 1 {
		return []string{file}
	}
	name := filepath.Base(program)
	switch strings.TrimSuffix(strings.ToLower(name), ".exe") {
	case "vi", "vim", "nvim", "gvim", "view", "vim.basic", "vim.tiny", "nano", "pico", "emacs", "emacsclient", "kak",
		"micro", "joe", "jed", "mg", "ne":
		return []string{fmt.Sprintf("+%d", line), file}
	case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
		return []string{"--goto", fmt.Sprintf("%s:%d", file, line)}
	case "hx", "helix", "subl", "sublime_text", "zed", "zeditor":
		return []string{fmt.Sprintf("%s:%d", file, line)}
	}
	return []string{file}
}

// split splits a command line like a shell that knows only words and quotes. escapes says whether a backslash escapes a
// character: on other systems it is part of folder names.
func split(line string, escapes bool) ([]string, error) {
	var words []string
	var word strings.Builder
	begun, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteRune('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && escapes && quote != '\'':
			escaped, begun = true, true
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("%s: a %c is not closed", line, quote)
	case escaped:
		return nil, fmt.Errorf("%s: nothing follows a \\", line)
	case begun:
		words = append(words, word.String())
	}
	return words, nil
}

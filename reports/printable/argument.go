package printable

import "strings"

const plainInShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

// Argument returns an argument of a command quoted for a shell, unless it needs no quotes.
func Argument(arg string) string {
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool { return !strings.ContainsRune(plainInShell, r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

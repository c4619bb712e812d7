package edit

import "github.com/beaver-eval/beaver-eval/goldens"

// isUnkept reports whether two calls differ, and nobody knows in what: a packed golden has only the digest of one.
func isUnkept(old, new *goldens.Call) bool {
	return old != nil && new != nil && (old.Digest != "" || new.Digest != "") && !old.Equal(*new)
}

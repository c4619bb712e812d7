package filter

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// MatchesCase reports whether one of the globs matches a case; no globs match every case. A glob that is exactly the
// case's id, or suite/id, matches whatever characters it has. Otherwise it is matched with the id and, if it has a
// slash, with suite/id too: else "b*" would select all cases of a suite "basics". Ids are names, not paths, so * and ?
// match their slashes: "sgd:*" matches "sgd:a/b".
func MatchesCase(globs []string, suite, id string) bool {
	if len(globs) == 0 {
		return true
	}
	whole := suite + "/" + id
	return slices.ContainsFunc(globs, func(g string) bool {
		return g == whole || fitsName(g, id) || strings.Contains(g, "/") && fitsName(g, whole)
	})
}

// hasTag reports whether one of the globs matches a tag, which is a name as ids are.
func hasTag(globs []string, tag string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return fitsName(g, tag) })
}

func hasKeyword(id, keyword string) bool {
	return strings.Contains(strings.ToLower(id), strings.ToLower(keyword))
}

// noSlash replaces slashes, so that wildcards match them.
const noSlash = "\x00"

// fitsName reports whether a glob matches a name if * matches slashes.
func fitsName(glob, name string) bool {
	if Matches([]string{glob}, name) {
		return true
	}
	if !strings.Contains(name, "/") {
		return false
	}
	name = strings.ReplaceAll(name, "/", noSlash)
	if ok, err := path.Match(strings.ReplaceAll(glob, "/", noSlash), name); err == nil && ok {
		return true
	}
	ok, err := doublestar.Match(overSlashes(glob), name)
	return err == nil && ok
}

// overSlashes returns a glob without slashes, for names without them. A part ** keeps its meaning between slashes: any
// number of parts, or none.
func overSlashes(glob string) string {
	parts := strings.Split(glob, "/")
	last := len(parts) - 1
	var b strings.Builder
	for i, part := range parts {
		switch {
		case part != "**" || last == 0:
			b.WriteString(part)
			if i < last && (i+1 < last || parts[last] != "**") {
				b.WriteString(noSlash)
			}
		case i < last:
			b.WriteString("{,**" + noSlash + "}")
		case parts[i-1] == "**":
			b.WriteString("**")
		default:
			b.WriteString("{," + noSlash + "**}")
		}
	}
	return b.String()
}

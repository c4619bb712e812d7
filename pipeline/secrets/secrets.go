// Package secrets finds passwords, keys and tokens in texts, and masks them.
//
// A secret is recognized by its issuer's shape (ghp_…, a JSON web token, a private key), also if that is encoded once,
// or by the text before it (a name such as password or api_key, Bearer, the user-info of an address, a cookie). Texts
// may contain JSON, and JSON inside the strings of JSON: a value ends at the quote that opened it, however often it is
// escaped. Placeholders (<your key>, ${TOKEN}, sk-xxxx) are not secrets. docs/security.md says what is found, and what
// is not.
package secrets

import (
	"cmp"
	"slices"
)

// Finding is a secret in a text: text[Start:End].
type Finding struct {
	Kind       string // as in masks: "password", "github-token"
	What       string // in words: "a GitHub token"
	Start, End int
}

// ranked is a finding with the rank of its rule.
type ranked struct {
	Finding
	rank int
}

// apart sorts findings and merges overlapping ones: of several at one place the first rule counts.
func apart(found []ranked) []Finding {
	slices.SortStableFunc(found, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start),
			cmp.Compare(a.rank, b.rank))
	})
	var all []Finding
	for _, f := range found {
		if n := len(all); n > 0 && f.Start < all[n-1].End {
			all[n-1].End = max(all[n-1].End, f.End)
			continue
		}
		all = append(all, f.Finding)
	}
	return all
}

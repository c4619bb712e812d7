package secrets

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Limits on expressions that users write.
const mostExpression = 1000

// Allowed is a secret that may be shown: a well-known test key.
type Allowed struct {
	digest string
	re     *regexp.Regexp // over the whole value
}

// ParseAllowed parses an entry of an allow list: a mask, the digest of a mask, or an expression that matches the whole
// value.
func ParseAllowed(text string) (Allowed, error) {
	if strings.HasPrefix(text, maskPrefix) {
		if err := isMaskOfKind(text); err != nil {
			return Allowed{}, err
		}
		text = text[len(text)-digestDigits:]
	}
	if len(text) == digestDigits && areHex(text) {
		return Allowed{digest: strings.ToLower(text)}, nil
	}
	re, err := ParseExpression(text)
	if err != nil {
		return Allowed{}, err
	}
	return Allowed{re: regexp.MustCompile(`^(?:` + re.String() + `)$`)}, nil
}

// isMaskOfKind returns an error for a mask that no secret can have.
func isMaskOfKind(text string) error {
	if !isMask(text) {
		return fmt.Errorf("%q is no mask: want %sKIND-1a2b3c4d, as `beaver-eval check` shows it", text, maskPrefix)
	}
	kind := text[len(maskPrefix) : len(text)-digestDigits-1]
	if all := kinds(); !slices.Contains(all, kind) {
		return fmt.Errorf("%q is a mask of no secret: want one of the kinds %s", text, strings.Join(all, ", "))
	}
	return nil
}

// kinds returns the kinds in masks.
func kinds() []string {
	all := []string{"jwt", "private-key", "basic-auth", "password", tokenKind, "own"}
	for _, s := range issuers() {
		all = append(all, s.finding(0, 0).Kind)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (a Allowed) fits(secret string) bool {
	if a.re != nil {
		return a.re.MatchString(plain(secret))
	}
	return Digest(secret) == a.digest
}

// ParseExpression compiles a user's expression (RE2). One that matches every text is refused.
func ParseExpression(text string) (*regexp.Regexp, error) {
	if len(text) > mostExpression {
		return nil, fmt.Errorf("an expression of more than %d characters", mostExpression)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	const anything = "k7;Q~z é"
	if re.MatchString("") || re.MatchString(anything) {
		return nil, errors.New("an expression that fits every text")
	}
	return re, nil
}

package secrets

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Limits on expressions that users write.
const mostExpression = 1000

// Allowed is a secret that may be shown: a key for tests that everybody knows.
type Allowed struct {
	digest string
	re     *regexp.Regexp // over the whole value
}

// ParseAllowed reads an entry of an allow list: a mask, the digest of a mask, or an expression that the whole value
// matches.
func ParseAllowed(text string) (Allowed, error) {
	if isMask(text) {
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

func (a Allowed) fits(secret string) bool {
	if a.re != nil {
		return a.re.MatchString(plain(secret))
	}
	return Digest(secret) == a.digest
}

// ParseExpression reads an expression (RE2) that a user writes. One that fits every text is refused.
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

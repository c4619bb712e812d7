package secrets

import "strings"

// findWebToken finds a JSON web token: parts in base64 separated by dots, the first two of them JSON.
func findWebToken(text string, at int) (Finding, int) {
	const json, shortest, mostParts = "eyJ", 10, 5 // {" in base64
	if !begins(text, at) {
		return Finding{}, 0
	}
	end, parts := wordAndDash.end(text, at), 1
	if end-at < len(json)+shortest {
		return Finding{}, end
	}
	for end < len(text) && text[end] == '.' && parts < mostParts {
		next := wordAndDash.end(text, end+1)
		if next-end-1 < shortest || parts == 1 && !strings.HasPrefix(text[end+1:], json) {
			break
		}
		end, parts = next, parts+1
	}
	if parts < 3 || isPlaceholderKey(text[at:end]) {
		return Finding{}, end
	}
	return Finding{"jwt", "a JSON web token", at, end}, end
}

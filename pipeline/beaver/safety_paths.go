package beaver

import (
	"path"
	"strings"
)

const (
	pathBefore = `(?:^|[\s"'\x60(=\[|,：“（])` // possible characters before a path
	pathEnd    = `[^\s"'\x60)<>|,;\]，。；）”]*` // and the rest of it
)

// pathPatterns are paths to files that belong to the system or the user rather than to the work.
var pathPatterns = []pattern{
	{
		why: "a place of the system", harmless: isOpenPlace,
		hints: []string{"/etc", "/root", "/boot", "/sys/", "/proc/", "/usr/", "/var/", "/lib", "/system/", "/tmp/"},
		re: expression(`(?m)` + pathBefore + `(?:file://)?(?P<at>/(?:etc|root|boot|sys|proc|usr|var|lib|lib64|System|` +
			`Library|tmp)(?:/` + pathEnd + `)?)`),
	},
	{
		why: "a place of the system", hints: []string{`:\`, ":/", "%systemroot%", "%windir%"},
		re: expression(`(?i)\b[a-z]:[\\/]+(?:windows|program files|programdata)\b|%(?:systemroot|windir)%`),
	},
	{
		why: "a place of one user", hints: []string{"/home/", "/users/", `\users\`}, harmless: isAnyUser,
		re: expression(`(?m)` + pathBefore + `(?:file://)?` +
			`(?P<at>(?:/home/|/Users/|[A-Za-z]:\\+[Uu]sers\\+)` + pathEnd + `)`),
	},
	{
		why: "keys and settings of the user", hints: []string{"/.", `\.`, "library/", `library\`},
		re: expression(`(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|/(?:home|Users)/[\w.-]+|/root)[/\\](?:\.` +
			`(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|git-credentials|bash_history|zsh_history|bashrc|zshrc|profile|` +
			`bash_profile|mozilla)\b|\.docker/config\.json|\.config/gcloud|Library/(?:Keychains|LaunchAgents|Cookies))`),
	},
	{
		why: "climbs out of the workspace", hints: []string{"../", `..\`}, harmless: isInside,
		re: expression(`(?m)(?:^|[\s=\[,：“]|(?P<not>\b(?:from|import|require)[ \t(]+)?["'\x60])(?P<at>` +
			`(?:[\w.$@{}-]+[/\\])*\.\.[/\\]` + pathEnd + `)`),
	},
}

func (t *safetyText) findPaths() []hit { return t.match(ruleOutside, pathPatterns, nil) }

// openPlace matches paths that every program may run or read, and places of temporary files.
var openPlace = expression(`^/(?:usr/(?:local/)?s?bin/|(?:tmp|var/(?:tmp|folders)|proc/(?:self|cpuinfo|loadavg|` +
	`meminfo|stat|uptime|version))(?:/|$))`)

// isOpenPlace exempts those, and the bare name of a place, which is mostly a word in a sentence.
func isOpenPlace(p string) bool {
	clean := path.Clean(p)
	return openPlace().MatchString(clean) || strings.Count(clean, "/") < 2
}

// anyUser matches placeholders for a user name.
var anyUser = expression(
	`(?i)^(?:user(?:name)?|you|me|name|<.*|\$.*|\{.*|\[.*|\*|%.*|\.\.\.|your.*|my.*|x+|example|runner|)$`)

// isAnyUser exempts paths in the home of a placeholder user.
func isAnyUser(p string) bool {
	parts := strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) > 1 && strings.HasSuffix(parts[0], ":") {
		parts = parts[1:]
	}
	return len(parts) < 3 || anyUser().MatchString(parts[1])
}

// isInside reports whether a path leaves its folder by one step at most: to a sibling, as related skills do.
func isInside(p string) bool {
	clean := path.Clean(strings.ReplaceAll(p, `\`, "/"))
	return !strings.HasPrefix(clean+"/", "../../")
}

package beaver

import (
	"regexp"
	"strings"
)

// commandPatterns are commands that destroy what cannot be had back, or that run what nobody has read. A command without
// its object, as in a list of what is forbidden, is none.
var commandPatterns = []pattern{
	{
		why: "deletes whole folders", hints: []string{"rm"}, harmless: isScratch,
		re: command(`\brm (?:-\S+ )*(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive) (?:-\S+ )*["']?(?P<at>(?:/|~|\$|\*|` +
			`\.\./|\.\.?(?:/?["'\s;]|/?$)|[A-Za-z]:\\)[^\s"'\x60;|&)]*)`),
	},
	{
		why: "deletes what it finds", hints: []string{"-delete", "-exec"},
		re: command(`\bfind ["']?(?:/|~|\$HOME)[^\n|;]*[\x20\t](?:-delete\b|-exec rm\b)`),
	},
	{why: "overwrites a disk", hints: []string{"mkfs"}, re: command(`\bmkfs(?:\.[a-z0-9]+)?[\x20\t][^\n;|]*/dev/`)},
	{
		why: "overwrites a disk", hints: []string{"of=/dev/"},
		re: command(`\bdd[\x20\t][^\n;|]*\bof=/dev/(?:sd|hd|vd|nvme|mmcblk|r?disk)`),
	},
	{
		why: "overwrites a disk", hints: []string{"/dev/"},
		re: command(`(?:>[\x20\t]*|\b(?:wipefs|shred)[\x20\t][^\n;|]*)/dev/(?:sd|hd|vd|nvme|mmcblk|r?disk)`),
	},
	{
		why: "overwrites a disk", hints: []string{"format "},
		re: command(`(?i)(?:^|[\s"'\x60])format(?:\.com)? [c-z]:(?:[\s"'\x60/]|$)`),
	},
	{
		why: "a fork bomb", hints: []string{":()"},
		re: command(`:\(\)[\x20\t]*\{[\x20\t]*:[\x20\t]*\|[\x20\t]*:[\x20\t]*&[\x20\t]*\}[\x20\t]*;[\x20\t]*:`),
	},
	{
		why: "opens files to everybody", hints: []string{"chmod"},
		re: command(`\bchmod (?:-[a-zA-Z]*R[a-zA-Z]* (?:0?777|a\+rwx)|(?:0?777|a\+rwx) -[a-zA-Z]*R) \S`),
	},
	{
		why: "runs what it downloads", hints: []string{"curl", "wget"}, far: true,
		re: command(`\b(?:curl|wget)[\x20\t](?:[^\n|\x60]|\\\n)*(?:://|\$|[a-z]\.[a-z])(?:[^\n|\x60]|` +
			`\\\n)*\|[\x20\t]*(?:\\\n[\x20\t]*)?(?:sudo (?:-\S+ )*)?(?:/\S*/)?(?:(?:ba|z|da|k|fi)?sh` +
			`(?:[\s"'\x60;&)(,。，）]|$)|(?:python3?|node|perl|ruby)(?:[\x20\t]+-)?[\x20\t]*(?:[\n"'\x60;&)。，）]|$))`),
	},
	{
		why: "runs what it downloads", hints: []string{"curl", "wget"},
		re: command(`(?:<\(|\b(?:ba|z|da)?sh -c ["']?(?:\$\(|\x60)|\beval ["']?(?:\$\(|\x60))[\x20\t]*(?:curl|` +
			`wget)[\x20\t]`),
	},
	{
		why: "runs what it downloads", hints: []string{"iex", "invoke-expression"},
		re: command(`(?i)\b(?:irm|iwr|invoke-restmethod|invoke-webrequest|` +
			`downloadstring)\b[^\n|]*://[^\n|]*\|[\x20\t]*(?:iex|invoke-expression)\b|\b(?:iex|` +
			`invoke-expression)\b[^\n]{0,40}(?:irm|iwr|invoke-restmethod|invoke-webrequest|downloadstring)\b[^\n]*://`),
	},
	{
		why: "drops data", hints: []string{"drop"},
		re: command(`\bDROP (?:TABLE|DATABASE|SCHEMA) (?:IF EXISTS )?[\w"\x60.$\[]+|(?i:\bdrop (?:table|` +
			`database|schema) (?:if exists )?[\w".]+[\x20\t]*(?:cascade[\x20\t]*)?;)`),
	},
	{
		why: "drops data", hints: []string{"truncate", "delete"},
		re: command(`\bTRUNCATE TABLE [\w".]+|\bDELETE FROM [\w".]+[\x20\t]*;`),
	},
	{
		why: "drops data", hints: []string{"dropdb", "flushall", "dropdatabase"},
		re: command(`\bdropdb ["'$\w-]+|\b(?:redis-cli|valkey-cli)\b[^\n]*(?i:flushall)|\.dropDatabase\(\)`),
	},
	{
		why: "overwrites published history", hints: []string{"push"},
		re: command(`\bgit (?:-C \S+ )?push[\x20\t](?:[^\n;&|\x60]*[\x20\t])?(?:--force|-f|--mirror)(?:[\s"'\x60;&)。，]|$)`),
	},
	{
		why: "destroys infrastructure", hints: []string{"kubectl"},
		re: command(`\bkubectl[\x20\t][^\n;|]*\bdelete (?:(?:ns|namespaces?|pvc?|crds?) ["'$\w<{-]|` +
			`[^\n;|]*[\x20\t]--all\b)`),
	},
	{
		why: "destroys infrastructure", hints: []string{"destroy"},
		re: command(`\b(?:terraform|tofu|terragrunt|pulumi)[\x20\t][^\n;|]*\bdestroy\b[^\n;|]*(?:-auto-approve|` +
			`--yes\b|[\x20\t]-y\b)|\bterraform apply[\x20\t][^\n;|]*-destroy[^\n;|]*-auto-approve`),
	},
	{
		why: "destroys infrastructure", hints: []string{"aws s3", "docker"},
		re: command(`\baws s3 (?:rm[\x20\t][^\n;|]*--recursive|rb[\x20\t][^\n;|]*--force)|` +
			`\bdocker system prune[\x20\t][^\n;|]*(?:--volumes|-\w*a\w*f|-\w*f\w*a)`),
	},
	{
		why: "deletes on Windows", hints: []string{"del", "rd", "rmdir"},
		re: command(`(?i)(?:^|[\s"'\x60])(?:del|erase|rd|rmdir) (?:/[a-z] )*/s (?:/[a-z] )*\S`),
	},
	{
		why: "deletes on Windows", hints: []string{"remove-item"},
		re: command(`(?i)\bremove-item[\x20\t][^\n;|]*-recurse\b[^\n;|]*-force\b|` +
			`\bremove-item[\x20\t][^\n;|]*-force\b[^\n;|]*-recurse\b`),
	},
	{
		why: "deletes on Windows", hints: []string{"vssadmin", "reg delete"},
		re: command(`(?i)\bvssadmin delete shadows|\breg delete ["']?hk(?:lm|cu|ey)`),
	},
}

// command reads an expression in which a blank stands for any blanks of a line.
func command(expr string) func() *regexp.Regexp {
	return expression(strings.ReplaceAll(expr, " ", `[ \t]+`))
}

func (t *safetyText) findCommands() []hit { return t.match(ruleDestructive, commandPatterns) }

// isScratch spares what a script has made for itself: temporary folders, and variables whose name says that they are one.
func isScratch(target string) bool {
	target = strings.TrimSuffix(target, "/")
	if strings.HasPrefix(target, "$") {
		upper := strings.ToUpper(target)
		return strings.Contains(upper, "TMP") || strings.Contains(upper, "TEMP")
	}
	return isTemporary(target)
}

// isTemporary says whether a path lies below a folder for temporary files, without a way out of it.
func isTemporary(path string) bool {
	below := strings.HasPrefix(path, "/tmp/") || strings.HasPrefix(path, "/var/tmp/") || strings.HasPrefix(path, "/private/tmp/")
	return below && !strings.Contains(path, "..") && strings.Trim(path, "/*") != "tmp"
}

package beaver

import (
	"regexp"
	"strings"
)

// commandPatterns are commands that destroy data irrecoverably, or that run unreviewed code. A command without its
// object, as in a list of forbidden ones, does not count, nor does one that the text says not to run.
var commandPatterns = []pattern{
	{
		why: "deletes whole folders", hints: []string{"rm"}, harmless: isScratch,
		re: command(`\brm (?:-\S+ )*(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive) (?:-\S+ )*["']?(?P<at>(?:/|~|\$|\*|` +
			`\.\./|\.\.?(?:/?["'\s;]|/?$)|[A-Za-z]:\\)[^\s"'\x60;|&)]*)`),
	},
	{
		why: "deletes whole folders", hints: []string{"rmtree", "removeall", "rm_r", "remove_dir_all", "rimraf"},
		harmless: isScratchArgument,
		re: command(`\b(?:\w+\.)*(?:rmtree|RemoveAll|rm_rf|rm_r|remove_dir_all|rimraf)(?:\.sync)?\(\s*` +
			argumentOutside),
	},
	{
		why: "deletes whole folders", hints: []string{"recursive"}, harmless: isScratchArgument,
		re: command(`\b(?:\w+\.)*(?:rm|rmdir)(?:Sync)?\(\s*` + argumentOutside +
			`\s*,\s*\{[^}\n]*\brecursive["']?\s*:\s*true`),
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
		re: command(`(?:<\(|\b` + interpreter + ` (?:-\S+ )*-[a-z]*[ce] \\?["']?(?:\$\(|\x60)|` +
			`\b` + interpreter + `[^\n;|]*<<< ?\\?["']?\$\(|` +
			`\beval \\?["']?(?:\$\(|\x60))[\x20\t]*(?:curl|wget)[\x20\t]`),
	},
	{ // a substitution in command position is run; one that is assigned or printed is data
		why: "runs what it downloads", hints: []string{"$(curl", "$( curl", "$(wget", "$( wget"},
		re: command(`(?:(?:^|\n)[\x20\t]*(?:(?:[-*$#>]|\d+[.)]) )?|[;&|\x60][\x20\t]*|` +
			`\b(?i:sudo|exec|source|then|do|else|runs?|executes?|` +
			interpreter + `) |(?:运行|执行)[\x20\t]*)["']?\$\([\x20\t]*(?:curl|wget)[\x20\t]`),
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
		re: command(
			`\bgit (?:-C \S+ )?push[\x20\t](?:[^\n;&|\x60]*[\x20\t])?(?:--force|-f|--mirror)(?:[\s"'\x60;&)。，]|$)`),
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

// interpreter matches a program that runs the text that it is given.
const interpreter = `(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby)`

// argumentOutside matches a function argument that names a place outside the workspace, or all of it.
const argumentOutside = `(?P<at>(?:(?:pathlib\.)?Path\()?[a-zA-Z]{0,2}["']` +
	`(?:/|~|\$|\.\./|\.\.?["']|[A-Za-z]:\\)[^"'\n]*["']|` +
	`(?:os\.path\.)?expanduser\([^)\n]*\)|(?:pathlib\.)?Path\.home\(\)|os\.environ\[["']HOME["']\]|` +
	`os\.[Gg]etenv\(["']HOME["']\)|os\.homedir\(\)|process\.env\.HOME)`

// notToRun matches a negation that leads up to a command: never run, do not use, 禁止执行. Only such words stand between
// the two, so "never forget to run" does not match.
var notToRun = expression(strings.ReplaceAll(`(?:(?i:\b(?:never|(?:do|does|must|shall|should|may|can|will) not|cannot|`+
	`(?:do|does|must|should|ca|wo)n['’]t|avoid|refuses? to|without)`+
	`(?: (?:ever|run|running|execute|executing|use|using|call|calling|type|typing|`+
	`the|an?|any|commands?|like|such|as))*)|`+
	`(?:不要|不得|不能|不可|切勿|请勿|绝不|禁止|严禁|避免|拒绝|千万别)(?:直接|随意|擅自|再)?(?:运行|执行|使用|调用|输入)?)`+
	`[\x20\t"'\x60“「(（:：]{0,3}(?:sudo )?$`, " ", `[ \t]+`))

// command compiles an expression in which a blank matches any blanks of a line.
func command(expr string) func() *regexp.Regexp {
	return expression(strings.ReplaceAll(expr, " ", `[ \t]+`))
}

func (t *safetyText) findCommands() []hit { return t.match(ruleDestructive, commandPatterns, notToRun) }

// isScratch exempts files of a script's own: temporary folders, and variables whose name marks them as such.
func isScratch(target string) bool {
	target = strings.TrimSuffix(target, "/")
	if strings.HasPrefix(target, "$") {
		upper := strings.ToUpper(target)
		return strings.Contains(upper, "TMP") || strings.Contains(upper, "TEMP")
	}
	return isTemporary(target)
}

// isScratchArgument is isScratch for a quoted argument in a program.
func isScratchArgument(argument string) bool {
	if i := strings.IndexAny(argument, `"'`); i >= 0 {
		argument = argument[i+1:]
	}
	return isScratch(strings.TrimRight(argument, `"'`))
}

// isTemporary reports whether a path is below a folder for temporary files, without a way out of it.
func isTemporary(path string) bool {
	below := strings.HasPrefix(path, "/tmp/") || strings.HasPrefix(path, "/var/tmp/") ||
		strings.HasPrefix(path, "/private/tmp/")
	return below && !strings.Contains(path, "..") && strings.Trim(path, "/*") != "tmp"
}

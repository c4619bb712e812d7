package program

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Check reports errors that the types do not rule out. Vars are the names that Setup.Vars will have.
func (c *Config) Check(vars []string) error {
	if err := c.checkKind(); err != nil {
		return err
	}
	known := map[string]string{}
	for _, name := range vars {
		known[name] = ""
	}
	if c.Serve != nil {
		known[portVariable] = ""
	}
	if c.Post != nil {
		if err := c.Post.check(known); err != nil {
			return err
		}
	}
	return c.checkEnv(known)
}

// checkKind checks which keys go together.
func (c *Config) checkKind() error {
	switch {
	case c.Command == nil && c.Serve == nil:
		return errors.New("neither command nor serve: one of them says how the program is started")
	case c.Command != nil && c.Serve != nil:
		return errors.New("both command and serve: a program is one or the other")
	case c.Serve == nil && c.Post != nil:
		return errors.New("post without serve: a request needs a service")
	case c.Serve != nil && c.Post == nil:
		return errors.New("serve without post: nothing says which request has the text of a turn")
	case c.Serve != nil && c.Reply != "":
		return errors.New("reply with serve: the reply of a service is at post.reply")
	case c.Serve != nil && c.Keep != "":
		return errors.New("keep with serve: a service always lasts through its case")
	case (c.Keep == KeepCase || c.Keep == KeepSuite) && c.Reply != "":
		return fmt.Errorf(`reply with keep: %s: its replies are lines, {"reply":"…"}`, c.Keep)
	}
	return cmp.Or(checkCommand("command", c.Command), checkCommand("serve", c.Serve),
		checkName("reply", string(c.Reply), string(ReplyStdout), string(ReplyLastLine), string(ReplyFile)),
		checkName("keep", string(c.Keep), string(KeepTurn), string(KeepCase), string(KeepSuite)))
}

func checkCommand(key string, args []string) error {
	switch {
	case args == nil:
		return nil
	case len(args) == 0 || strings.TrimSpace(args[0]) == "":
		return errors.New(key + " is empty: want the program and its arguments")
	case len(args) == 1 && isCommandLine(args[0]):
		return fmt.Errorf("%s is one word with spaces, %s: want a list with one element for each argument",
			key, shown(args[0]))
	case slices.ContainsFunc(args, func(a string) bool { return strings.ContainsRune(a, 0) }):
		return errors.New(key + " has a zero byte")
	}
	return nil
}

// isCommandLine reports whether the name of a program is a whole command. A path may have blanks.
func isCommandLine(name string) bool {
	first := strings.Fields(name)[0]
	return first != name && !strings.ContainsAny(first, `/\`)
}

// checkName compares a name with the known ones; the zero value is the first.
func checkName(key, got string, known ...string) error {
	if got == "" || slices.Contains(known, got) {
		return nil
	}
	return fmt.Errorf("%s: %s is none%s", key, shown(got), wording.Hint(got, known))
}

// check checks the request against the names of the variables that it may use.
func (p *Post) check(known map[string]string) error {
	if err := p.checkURL(known); err != nil {
		return fmt.Errorf("post.url: %w", err)
	}
	const mark = "\uE000" // a text that no template has
	values := maps.Clone(known)
	values[textVariable], values[caseVariable] = mark, ""
	got, err := body(p.Body, values)
	switch {
	case err != nil:
		return fmt.Errorf("post.body: %w", err)
	case !strings.Contains(got, mark):
		return errors.New("post.body does not use $TEXT: the service would never see what the user says")
	}
	if p.Reply == "" {
		return nil
	}
	if _, err := replyPath(p.Reply); err != nil {
		return fmt.Errorf("post.reply: %w", err)
	}
	return nil
}

// checkURL tries the URL with a port. A service at a fixed port would answer for other cases, and one on another
// machine is not the program.
func (p *Post) checkURL(known map[string]string) error {
	const port = "1"
	values := maps.Clone(known)
	values[portVariable] = port
	text, err := expand(p.URL, lookupIn(values))
	if err != nil {
		return err
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" || u.Host == "":
		return fmt.Errorf("%s is not a URL of a service: want http://127.0.0.1:$PORT/…", shown(p.URL))
	case !slices.Contains([]string{"127.0.0.1", "localhost", "::1"}, u.Hostname()):
		return fmt.Errorf("%s is not this machine: want http://127.0.0.1:$PORT/…", shown(u.Hostname()))
	case u.Port() != port:
		return errors.New("it does not use $PORT: cases run side by side, each with a service of its own")
	}
	return nil
}

// checkEnv checks the environment that the suite sets.
func (c *Config) checkEnv(known map[string]string) error {
	if c.Reply == ReplyFile {
		known[replyVariable] = ""
	}
	for _, name := range inheritedNames() {
		known[name] = ""
	}
	for _, name := range sortedKeys(c.Env) {
		value := c.Env[name]
		switch {
		case name == "" || strings.ContainsAny(name, "=\x00"):
			return fmt.Errorf("env: %q is not a variable name", name)
		case name == Variable || name == portVariable && c.Serve != nil || name == replyVariable:
			return fmt.Errorf("env: %s is set by beaver-eval", name)
		case strings.ContainsRune(value, 0):
			return fmt.Errorf("env.%s has a zero byte", name)
		}
		if _, err := expand(value, lookupIn(known)); err != nil {
			return fmt.Errorf("env.%s: %w", name, err)
		}
	}
	return nil
}

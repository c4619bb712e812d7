//go:build unix

package scripts_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
)

// edited returns the starter project with three edits of a template under review, of which the first reaches most, a
// case without a golden, and a golden without a case.
func edited(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, starter.Files()); err != nil {
		t.Fatal(err)
	}
	do(t, dir, 0, "init", "--templates", "p")
	replaceIn(t, filepath.Join(dir, "p", "router.user.tmpl"), "- Judge the current", "- Assess the current",
		"Current user message:", "What the user says:")
	replaceIn(t, filepath.Join(dir, "p", "router.system.tmpl"), "Return compact JSON only.", "Return JSON 海狸 only.")
	for _, gone := range []string{"goldens/starter/small-team.yaml", "fixtures/conversations/router-down.yaml"} {
		if err := os.Remove(filepath.Join(dir, gone)); err != nil {
			t.Fatal(err)
		}
	}
	do(t, dir, 1, "run", "-q", "--prompts", "p")
	return dir
}

func replaceIn(t *testing.T, file string, oldnew ...string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.NewReplacer(oldnew...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
}

// program returns a command in a project.
func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("beaver-eval", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CI=", "GITHUB_ACTIONS=", "TERM=vt100", "NO_COLOR=", "SSH_TTY=",
		"TERM_PROGRAM=", "WT_SESSION=")
	return cmd
}

// do runs a command that ends with an exit code.
func do(t *testing.T, dir string, code int, args ...string) string {
	t.Helper()
	cmd := program(dir, args...)
	said, _ := cmd.CombinedOutput() // the exit code is checked instead
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%q: exit code %d, want %d\n%s", args, got, code, said)
	}
	return string(said)
}

// Accept, reject, skip, the calls behind a group, and windows of other sizes while it goes on.
func TestReview(t *testing.T) {
	t.Parallel()
	dir := edited(t)
	term := open(t, program(dir, "review", "--from", "p"), 80, 24)
	session := recorded{}
	session.see("$ beaver-eval review --from p", term.wait("Group 1 of 5"))
	term.press("d")
	session.see("d", term.wait("Call 1 of 3", "starter/order-status/turn-1/router", "Output · changed · this group",
		"Critical policy · changed · group a08826b6"))
	term.press("G")
	session.see("G", term.wait("the user says, at turn-1", "  Where is my order 4711?", `"simple_chat"`))
	term.press("n")
	term.wait("Call 2 of 3", "turn-2/router")
	term.press("n")
	term.wait("Call 3 of 3")
	term.press("n") // there is no other
	term.press("p")
	term.wait("Call 2 of 3", "f open all", "Role  (1 line)")
	term.press("f")
	term.wait("Call 2 of 3", "f fold", "You are Beaver's Intent Agent")
	term.press("f")
	term.wait("f open all", "Role  (1 line)")
	term.press("a")
	session.see("a", term.wait("Group 2 of 5 · 1 accepted", "+- Assess the"))
	term.press("p")
	session.see("p", term.wait("Group 1 of 5, accepted · 1 accepted"))
	term.press("/SAYS:\r")
	session.see("/SAYS: and Enter", term.wait("Group 3 of 5", "“SAYS:”: line 3 of"))
	term.press("l")
	session.see("l", term.wait("5 groups · 1 accepted", "> open    c87458f6"))
	term.press("k")
	term.wait("> open    a08826b6")
	term.press("\r")
	term.wait("Group 2 of 5 · 1 accepted", "+- Assess the")
	term.resize(40, 12)
	session.see("(the window is made smaller: 40 × 12)", term.wait("Group 2 of 5", "? help"))
	term.press("G")
	term.wait("the end")
	term.press("r")
	term.wait("Group 3 of 5", "… ")
	term.resize(80, 24)
	session.see("r (and 80 × 24 again)", term.wait("Group 3 of 5 · 1 accepted, 1 rejected", "l list"))
	term.press("s")
	session.see("s", term.wait("Group 4 of 5", "new: 8 prompts of 1 case"))
	term.press("d")
	term.wait("Call 1 of 1", "starter/small-team", "=== turn-1/router", "  Actions  (7 lines)")
	term.press("d")
	term.press("a")
	session.see("a", term.wait("Group 5 of 5", "missing: 3 prompts of 1 golden"))
	term.press("d")
	term.wait("Call 1 of 1", "starter/router-down", "=== turn-1/", "message 1 (system)")
	term.press("d")
	term.press("r")
	term.wait("All groups are decided", "2 accepted, 2 rejected, 1 skipped")
	term.press("u")
	term.wait("Group 5 of 5 · 2 accepted, 1 rejected")
	term.press("A")
	session.see("A", term.wait("3 accepted, 1 rejected, 1 skipped", "Enter: carry this out"))
	if text := read(t, dir, "goldens/starter/order-status.yaml"); strings.Contains(text, "Return JSON 海狸") {
		t.Error("something is written before the review has ended")
	}
	term.press("\r")
	code, said := term.end()
	session.see("Enter", said)
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	has(t, dir, "goldens/starter/order-status.yaml", "Return JSON 海狸 only.", "Current user message:", "- Judge the")
	has(t, dir, "goldens/starter/order-status.pending.yaml", "- Judge the", "What the user says:")
	has(t, dir, "goldens/starter/small-team.yaml", "Return JSON 海狸 only.")
	if there(dir, "goldens/starter/router-down.yaml") {
		t.Error("a golden that was missing and accepted is still there")
	}
	session.compare(t, filepath.Join("..", "..", "..", "..", "docs", "review.md"))
}

// Decisions made before Ctrl-C, or a signal, are carried out, and the rest stays under review.
func TestReview_Interrupted(t *testing.T) {
	clitest.HearHangups()
	t.Parallel()
	for name, interrupt := range map[string]func(*terminal){
		"Ctrl-C":  func(term *terminal) { term.press("\x03") },
		"SIGTERM": func(term *terminal) { term.cmd.Process.Signal(syscall.SIGTERM) },
		"SIGHUP":  func(term *terminal) { term.cmd.Process.Signal(syscall.SIGHUP) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := edited(t)
			term := open(t, program(dir, "review", "--from", "p"), 80, 24)
			term.wait("Group 1 of 5")
			term.press("a")
			term.wait("Group 2 of 5")
			term.press("r")
			term.wait("Group 3 of 5")
			interrupt(term)
			code, said := term.end()
			if code != 130 || !strings.Contains(said, "left under review: changes of 3 cases") {
				t.Errorf("exit code %d, want 130, and it said:\n%s", code, said)
			}
			has(t, dir, "goldens/starter/order-status.yaml", "Return JSON 海狸 only.", "Current user message:")
			has(t, dir, "goldens/starter/order-status.pending.yaml", "- Judge the", "What the user says:")
		})
	}
}

// If everything is decided the exit code is 0, and a second review says that there is nothing. A window of any size
// works.
func TestReview_All(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"A", "R"} {
		dir := edited(t)
		term := open(t, program(dir, "review", "--from", "p"), 40, 12)
		term.wait("Group 1 of 5", "? help")
		for rows := 5; rows > 0; rows-- {
			term.resize(3*rows, rows)
			term.wait("G")
		}
		term.resize(80, 24)
		term.press(key)
		term.wait("All groups are decided")
		term.press("q")
		if code, said := term.end(); code != 0 {
			t.Errorf("%s: exit code %d, and it said:\n%s", key, code, said)
		}
		if there(dir, "goldens/starter/router-down.yaml") == (key == "A") {
			t.Errorf("%s: the golden that was missing is not what was decided", key)
		}
		again := start(t, program(dir, "review", "--from", "p"), 80, 24)
		if code, said := again.end(); code != 0 || said != "nothing to review: no changes wait (run first)\n" {
			t.Errorf("%s, then once more: exit code %d, %q", key, code, said)
		}
	}
}

// Hostile text does not affect the terminal, secrets are masked, and with NO_COLOR there are no colours.
func TestReview_Hostile(t *testing.T) {
	t.Parallel()
	key := "ghp_" + strings.Repeat("Qm7Zt4Kd9Rw2", 3)
	dir := edited(t)
	replaceIn(t, filepath.Join(dir, "fixtures/conversations/order-status.yaml"), "system_prompt: You help",
		`system_prompt: "Help \e[2J\e]0;title\a\u009b31m\u202e `+key+`" # You help`)
	do(t, dir, 1, "run", "-q")
	cmd := program(dir, "review")
	cmd.Env = append(cmd.Env, "NO_COLOR=1", "VISUAL=echo --", "EDITOR=false")
	term := open(t, cmd, 80, 24)
	term.wait("Group 1 of 3", "cases, `beaver.profile.system_prompt`", `\u001b[2J`, `\u009b31m\u202e`)
	term.press("d")
	term.wait("Call 1 of", `\u001b[2J`, "changed · this group")
	term.press("f")
	term.wait("Call 1 of", "f fold")
	term.press("/" + key + "\r")
	term.wait("Call 1 of", "no line has “")
	term.press("/海狸\x1b[2J\x7f")
	term.wait("/海_")
	term.press("\x15U001B\r")
	term.wait("“U001B”: line")
	term.press("l")
	term.wait("3 groups", "> open")
	term.press("e")
	term.waitOutside(filepath.Join(dir, "fixtures", "conversations", "order-status.yaml"))
	term.wait("back from the editor")
	term.press("\x03")
	if code, said := term.end(); code != 130 {
		t.Errorf("exit code %d, and it said:\n%s", code, said)
	}
	if term.display.colours {
		t.Error("there are colours, in spite of NO_COLOR")
	}
	for _, bad := range []string{key, "\x1b]", "\u009b", "\u202e", "\a"} {
		if strings.Contains(string(term.printed), bad) {
			t.Errorf("it has printed %q", bad)
		}
	}
}

// Without a usable terminal, the other commands are named.
func TestReview_NoTerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, starter.Files()); err != nil {
		t.Fatal(err)
	}
	dumb := program(dir, "review")
	dumb.Env = append(dumb.Env, "TERM=dumb")
	code, onDumb := start(t, dumb, 80, 24).end()
	if code != 2 {
		t.Errorf("TERM=dumb: exit code %d", code)
	}
	if !strings.Contains(onDumb, "TERM=dumb") || strings.Contains(onDumb, "are not a terminal") {
		t.Errorf("on a terminal that cannot move its cursor it says %q", onDumb)
	}
	none := do(t, dir, 2, "review")
	if !strings.Contains(none, "not a terminal") || strings.Contains(none, "dumb") {
		t.Errorf("without a terminal it says %q", none)
	}
	for _, said := range []string{none, onDumb} {
		for _, command := range []string{"diff", "accept --cause ID", "reject --cause ID"} {
			if !strings.Contains(said, "beaver-eval "+command+"`") {
				t.Errorf("%q does not name %s", said, command)
			}
		}
	}
}

func there(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file)))
	return err == nil
}

func read(t *testing.T, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func has(t *testing.T, dir, file string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(read(t, dir, file), w) {
			t.Errorf("%s does not have %q", file, w)
		}
	}
}

// Changed forms alone form a group: accepted, they are written; rejected, they are dropped; nothing is left.
func TestReview_Forms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, starter.Files()); err != nil {
		t.Fatal(err)
	}
	replaceIn(t, filepath.Join(dir, "fixtures/conversations/order-status.yaml"), "tools:\n",
		"forms: [openai]\ntools:\n")
	const form = "goldens/starter/order-status.openai.json"
	for _, key := range []string{"r", "a"} {
		do(t, dir, 1, "run", "-q")
		term := open(t, program(dir, "review"), 80, 24)
		term.wait("Group 1 of 1", "forms: request bodies of 1 case", "order-status.openai.pending.json")
		term.press("d") // there is no call to be shown
		term.press(key)
		term.wait("All groups are decided")
		term.press("\r")
		if code, said := term.end(); code != 0 || !strings.Contains(said, "starter/order-status: 1 form") {
			t.Errorf("%s: exit code %d, and it said:\n%s", key, code, said)
		}
		if there(dir, form) != (key == "a") || there(dir, strings.Replace(form, ".json", ".pending.json", 1)) {
			t.Errorf("%s: the form is not what was decided", key)
		}
	}
}

// If part of a case is accepted and the rest rejected, nothing is left, and the next run is as green as the decisions.
// A change that can no longer be taken is an error before the dialog.
func TestReview_Halves(t *testing.T) {
	t.Parallel()
	dir := edited(t)
	term := open(t, program(dir, "review", "--from", "p"), 80, 24)
	term.wait("Group 1 of 5")
	term.press("raaaA")
	term.wait("All groups are decided", "4 accepted, 1 rejected")
	term.press("q")
	if code, said := term.end(); code != 0 {
		t.Errorf("exit code %d, and it said:\n%s", code, said)
	}
	if said := do(t, dir, 1, "diff", "--prompts", "p"); !strings.Contains(said, "Return JSON") {
		t.Errorf("the templates differ in another way:\n%s", said)
	}
	if said := do(t, dir, 1, "run", "-q", "--prompts", "p"); !strings.Contains(said, "3 changed prompts in 1 case") {
		t.Errorf("what was rejected is not what the next run finds: %s", said)
	}
	replaceIn(t, filepath.Join(dir, "p", "router.user.tmpl"), "Assess", "Weigh")
	code, said := start(t, program(dir, "review", "--from", "p"), 80, 24).end()
	if code != 1 || !strings.Contains(said, "changed since you looked: run again") {
		t.Errorf("exit code %d, and it said:\n%s", code, said)
	}
}

// Changes that another command has dropped meanwhile are not accepted, and the review says so.
func TestReview_Vanished(t *testing.T) {
	t.Parallel()
	dir := edited(t)
	term := open(t, program(dir, "review", "--from", "p"), 80, 24)
	term.wait("Group 1 of 5")
	do(t, dir, 0, "reject", "--all")
	term.press("A")
	term.wait("5 accepted")
	term.press("\r")
	const words = "nothing was accepted: what was under review is gone; run again"
	if code, said := term.end(); code != 1 || !strings.Contains(strings.ReplaceAll(said, "\r\n", " "), words) {
		t.Errorf("exit code %d, and it said:\n%s", code, said)
	}
}

// Changes of a case removed since the run are not offered, and do not count as left.
func TestReview_CaseGone(t *testing.T) {
	t.Parallel()
	dir := edited(t)
	if err := os.Remove(filepath.Join(dir, "fixtures/conversations/order-status.yaml")); err != nil {
		t.Fatal(err)
	}
	term := open(t, program(dir, "review", "--from", "p"), 80, 24)
	term.wait("Group 1 of 2", "new: 8 prompts of 1 case")
	term.press("A")
	term.wait("2 accepted")
	term.press("q")
	if code, said := term.end(); code != 0 || strings.Contains(said, "order-status") {
		t.Errorf("exit code %d, and it said:\n%s", code, said)
	}
}

// e opens the file of a group in the editor, at its line, and the review goes on. Without a file or an editor it says
// so; a Ctrl-C in the editor does not end the review.
func TestReview_Editor(t *testing.T) {
	t.Parallel()
	dir := edited(t)
	script := filepath.Join(dir, "my editor", "vim")
	if err := os.Mkdir(filepath.Dir(script), 0o700); err != nil {
		t.Fatal(err)
	}
	text := "#!/bin/sh\ntrap 'echo interrupted' INT\nprintf '%s\\n' \"$@\" >> '" + dir + "/got'\necho in the editor\n" +
		"until read answer; do :; done\nexit $answer\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := program(dir, "review", "--from", "p")
	cmd.Env = append(cmd.Env, "VISUAL=", "EDITOR='"+script+"' -x")
	term := open(t, cmd, 80, 24)
	term.wait("Group 1 of 5")
	term.press("n")
	term.wait("Group 2 of 5")
	term.press("e")
	term.waitOutside("in the editor")
	term.press("0\r")
	term.wait("Group 2 of 5", "back from the editor: the next run shows what you edited")
	term.press("e")
	term.waitOutside("in the editor", "in the editor")
	marks := []string{"in the editor", "in the editor"}
	for range 2 {
		term.press("\x03")
		marks = append(marks, "interrupted")
		term.waitOutside(marks...)
		time.Sleep(150 * time.Millisecond) // else a second signal counts as the first
	}
	term.press("7\r")
	term.wait("Group 2 of 5", "the editor: exit status 7")
	term.press("nne")
	term.wait("Group 4 of 5", "not come from a file that can be")
	term.press("p")
	term.wait("Group 3 of 5 · 0 accepted")
	term.press("q")
	if code, said := term.end(); code != 1 {
		t.Errorf("exit code %d, and it said:\n%s", code, said)
	}
	line := strings.Count(read(t, dir, "p/router.user.tmpl")[:strings.Index(read(t, dir, "p/router.user.tmpl"),
		"- Assess the current")], "\n") + 1
	once := fmt.Sprintf("-x\n+%d\n%s\n", line, filepath.Join(dir, "p", "router.user.tmpl"))
	if got := read(t, dir, "got"); got != once+once {
		t.Errorf("the editor got\n%s, want twice\n%s", got, once)
	}
}

// Without a valid editor, the review names the file that it would have opened.
func TestReview_NoEditor(t *testing.T) {
	t.Parallel()
	dir := edited(t)
	for editor, want := range map[string]string{
		"":            "neither $VISUAL nor $EDITOR names an editor; the file is",
		"no-such-one": "$VISUAL or $EDITOR: exec: \"no-such-one\": executable file not found",
		"vim 'x":      "$VISUAL or $EDITOR: vim 'x: a ' is not closed; the file is",
	} {
		cmd := program(dir, "review", "--from", "p")
		cmd.Env = append(cmd.Env, "VISUAL="+editor, "EDITOR=")
		term := open(t, cmd, 80, 24)
		term.wait("Group 1 of 5")
		term.press("e")
		term.wait("Group 1 of 5", want)
		term.press("q")
		term.end()
	}
}

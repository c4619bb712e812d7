package clitest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// frameworkMain is a small test framework that drives an application: framework FILE ARG... takes the steps of a file
// with `beaver-eval proxy ARG...`, or within `beaver-eval run -- framework FILE`, where it sends the same lines over
// HTTP. It prints each answer, and ends with the exit code of the proxy; within run with 1 if a test has failed.
//
//	begin CASE [JSON]   a test begins, with more keys of its line
//	ask [BASE] TEXT     the application asks its model, below the base URL /BASE
//	end CASE            the test has ended
//	send TEXT           a line as it is
//	signal              the proxy is told to end
//	die                 the framework is gone, in mid-test
func frameworkMain() {
	steps, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail("%v", err)
	}
	f := &framework{url: os.Getenv("BEAVER_EVAL_URL")}
	f.line = f.post
	if f.url == "" {
		f.open(os.Args[2:])
	}
	for text := range strings.Lines(string(steps)) {
		f.step(strings.TrimSpace(text))
	}
	os.Exit(f.close())
}

type framework struct {
	url    string
	line   func(text string, answered bool) // sends a line, and prints its answer
	failed bool                             // a test has

	proxy *exec.Cmd // nil: within run
	in    io.WriteCloser
	out   *bufio.Scanner
}

// open starts the proxy.
func (f *framework) open(args []string) {
	f.proxy = exec.Command("beaver-eval", append([]string{"proxy"}, args...)...)
	f.proxy.Stderr = os.Stderr
	var err error
	if f.in, err = f.proxy.StdinPipe(); err != nil {
		fail("%v", err)
	}
	out, err := f.proxy.StdoutPipe()
	if err == nil {
		err = f.proxy.Start()
	}
	if err != nil {
		fail("%v", err)
	}
	f.out = bufio.NewScanner(out)
	f.out.Buffer(nil, 1<<24)
	var first struct{ URL string }
	if !f.out.Scan() {
		os.Exit(f.close())
	}
	if err := json.Unmarshal(f.out.Bytes(), &first); err != nil {
		fail("%v", err)
	}
	f.url, f.line = first.URL, f.write
}

func (f *framework) step(text string) {
	verb, rest, _ := strings.Cut(text, " ")
	switch verb {
	case "", "#":
	case "begin", "end":
		name, more, _ := strings.Cut(rest, " {")
		line, _ := json.Marshal(map[string]string{verb: name})
		if more != "" {
			line = []byte(string(line[:len(line)-1]) + ", " + more)
		}
		f.line(string(line), verb == "end")
	case "ask":
		base := ""
		if strings.HasPrefix(rest, "/") {
			base, rest, _ = strings.Cut(rest, " ")
		}
		f.ask(base, rest)
	case "send":
		f.line(rest, false)
	case "signal":
		f.proxy.Process.Signal(syscall.SIGTERM)
		os.Exit(f.wait())
	case "die":
		os.Exit(9)
	default:
		fail("there is no step %s", verb)
	}
}

// ask prints what the model says to a text; a text may name its system message: SYSTEM: TEXT.
func (f *framework) ask(base, text string) {
	var messages []said
	if role, question, ok := strings.Cut(text, ": "); ok {
		messages, text = append(messages, agentSystem("You are a "+role+".")), question
	}
	body, _ := json.Marshal(said{"model": "m", "messages": append(messages, user(text))})
	resp, err := http.Post(f.url+base+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		fmt.Println("no answer")
		return
	}
	defer resp.Body.Close()
	var got struct {
		Choices []struct{ Message struct{ Content string } }
		Error   struct{ Message string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || len(got.Choices) == 0 {
		fmt.Println(resp.StatusCode, got.Error.Message)
		return
	}
	fmt.Println(got.Choices[0].Message.Content)
}

// write sends a line to the proxy.
func (f *framework) write(text string, answered bool) {
	fmt.Fprintln(f.in, text)
	if answered && f.out.Scan() {
		f.tell(f.out.Bytes())
	}
}

// post sends a line within run.
func (f *framework) post(text string, _ bool) {
	resp, err := http.Post(f.url+"/control", "application/json", strings.NewReader(text))
	if err != nil {
		fail("%v", err)
	}
	defer resp.Body.Close()
	answer, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK {
		fmt.Println(resp.StatusCode, strings.TrimSpace(string(answer)))
		return
	}
	f.tell(answer)
}

// tell prints the answer to the end of a test.
func (f *framework) tell(answer []byte) {
	var ended struct {
		Case, Diff string
		OK         bool
	}
	if err := json.Unmarshal(answer, &ended); err != nil {
		fail("%v: %s", err, answer)
	}
	f.failed = f.failed || !ended.OK
	fmt.Printf("%s ok=%t\n%s", ended.Case, ended.OK, ended.Diff)
}

// close ends the input, and returns the exit code.
func (f *framework) close() int {
	switch {
	case f.proxy != nil:
		f.in.Close()
		return f.wait()
	case f.failed:
		return 1
	}
	return 0
}

func (f *framework) wait() int {
	_ = f.proxy.Wait() // the exit code says how it ended
	return f.proxy.ProcessState.ExitCode()
}

package program

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// behaviourVariable makes the test binary act as somebody else's program, with the behaviour that it names.
const behaviourVariable = "PROGRAM_TEST_BEHAVIOUR"

func TestMain(m *testing.M) {
	name := os.Getenv(behaviourVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	behave, ok := behaviours()[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such behaviour:", name)
		os.Exit(99)
	}
	behave()
}

// behaviours are the programs that the tests run. One that returns ends with exit code 0.
func behaviours() map[string]func() {
	all := map[string]func(){
		"sleep":    func() { time.Sleep(time.Hour) },
		"listen":   listen,
		"children": children,
		"parent":   func() { children(); time.Sleep(time.Hour) },
		"stubborn": stubborn,
		"variable": func() { fmt.Printf("%s=%s", os.Args[1], os.Getenv(os.Args[1])) },
	}
	for _, more := range []map[string]func(){turnBehaviours(), lineBehaviours(), serviceBehaviours()} {
		for name, behave := range more {
			all[name] = behave
		}
	}
	return all
}

func turnBehaviours() map[string]func() {
	return map[string]func(){
		"upper":   func() { fmt.Println(strings.ToUpper(input())) },
		"banner":  func() { fmt.Printf("\n> agent@1.0.0 start\n> node agent.js\n\n you said %s \r\n\n", input()) },
		"deaf":    func() { fmt.Println("done") },
		"silent":  func() { fmt.Fprintln(os.Stderr, "no answer today"); fmt.Println("  ") },
		"file":    func() { write(os.Getenv(replyVariable), "in a file\n"); fmt.Println("a log") },
		"no file": func() { fmt.Println("a log") },
		"big file": func() {
			write(os.Getenv(replyVariable), strings.Repeat("x", outputLimit+1))
		},
		"folder": func() { os.Mkdir(os.Getenv(replyVariable), 0o700) },
		"crash": func() {
			fmt.Println("half a reply")
			fmt.Fprint(os.Stderr, "Traceback (most recent call last):\n  File \"x.py\"\n"+
				"ValueError: no \x1b[31mkey\x00\n\nNode.js v22\n")
			os.Exit(3)
		},
		"crash on stdout": func() { fmt.Println("half a reply"); os.Exit(4) },
		"never":           func() { fmt.Fprintln(os.Stderr, "thinking"); wait() },
		"flood":           func() { flood(os.Stdout, 1<<30) },
		"stderr":          func() { flood(os.Stderr, 100<<20); fmt.Fprintln(os.Stderr, "\nthe end"); os.Exit(5) },
		"latin-1":         func() { os.Stdout.WriteString("caf\xe9\n") },
		"folder name":     func() { dir, _ := os.Getwd(); fmt.Print(dir) },
	}
}

func lineBehaviours() map[string]func() {
	return map[string]func(){
		"echo": func() {
			fmt.Println("ready")
			eachLine(func(turn int, text string) {
				fmt.Println(`{"log": "not a reply"}`)
				fmt.Println(`{"reply": 7}`)
				reply(fmt.Sprintf("%d %s", turn, text))
			})
		},
		"no end of line": func() { eachLine(func(int, string) { fmt.Print(`{"reply":"bye"}`); os.Exit(0) }) },
		"wrong turn": func() {
			eachLine(func(turn int, _ string) { fmt.Printf(`{"reply":"x","turn":%d}`+"\n", turn+1) })
		},
		"eager": func() { reply("hello"); time.Sleep(time.Hour) },
		"twice": func() {
			eachLine(func(int, string) { fmt.Print("{\"reply\":\"a\"}\n{\"reply\":\"b\"}\n") })
		},
		"slowly twice": func() {
			eachLine(func(int, string) { reply("a"); time.Sleep(10 * time.Millisecond); reply("b") })
		},
		"late twice":  func() { eachLine(func(int, string) { reply("a") }); reply("b") },
		"blank reply": func() { eachLine(func(int, string) { reply(" \n") }) },
		"one turn":    func() { line(); reply("only one"); fmt.Fprintln(os.Stderr, "bye"); os.Exit(6) },
		"no turn":     func() { line(); fmt.Println("some log"); os.Exit(0) },
		"no lines":    func() { line(); flood(os.Stdout, 1<<30) },
		"mute":        func() { line(); fmt.Println("working on it"); wait() },
	}
}

func serviceBehaviours() map[string]func() {
	answer := func(status int, body string) func() {
		return func() {
			serve(0, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status); io.WriteString(w, body) })
		}
	}
	return map[string]func(){
		"service": func() { serve(0, answerText) },
		"late":    func() { serve(300*time.Millisecond, answerText) },
		"dies":    func() { fmt.Fprintln(os.Stderr, "Error: no database"); os.Exit(1) },
		"500":     answer(http.StatusInternalServerError, "\nout of order\nstack"),
		"number":  answer(http.StatusOK, `{"answer": {"text": 7}}`),
		"nothing": answer(http.StatusOK, `{}`),
		"HTML":    answer(http.StatusOK, `<html>`),
		"too big": answer(http.StatusOK, strings.Repeat("x", outputLimit+1)),
		"elsewhere": func() {
			serve(0, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
			})
		},
		"slash": func() {
			serve(0, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/chat/" {
					answerText(w, r)
					return
				}
				http.Redirect(w, r, "/chat/", http.StatusTemporaryRedirect)
			})
		},
		"dies in turn": func() {
			serve(0, func(http.ResponseWriter, *http.Request) { fmt.Println("giving up"); os.Exit(7) })
		},
		"unlucky": func() {
			if marked := os.Getenv("STATE_DIR") + "/taken"; !exists(marked) {
				write(os.Getenv("STATE_DIR")+"/new", os.Getenv(portVariable))
				os.Rename(os.Getenv("STATE_DIR")+"/new", os.Getenv("STATE_DIR")+"/port")
				awaitFile(marked)
			}
			serve(0, answerText)
		},
		"hangs up": func() { serve(0, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }) },
		"hangs":    func() { serve(0, func(http.ResponseWriter, *http.Request) { wait() }) },
	}
}

func input() string {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func write(path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		panic(err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// awaitFile waits until a file exists, and reads it.
func awaitFile(path string) string {
	for !exists(path) {
		time.Sleep(time.Millisecond)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// flood writes so many bytes without a line ending.
func flood(f *os.File, n int) {
	signal.Ignore(syscall.SIGPIPE) // so it does not end by that
	for part := []byte(strings.Repeat("x", 1<<16)); n > 0; n -= len(part) {
		f.Write(part)
	}
}

// wait never returns. Before that it creates the file that is named, if any.
func wait() {
	for _, path := range os.Args[1:] {
		write(path, "")
	}
	time.Sleep(time.Hour)
}

func line() string {
	text, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	return text
}

func eachLine(do func(turn int, text string)) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var turn struct {
			Turn int
			Text string
		}
		if err := json.Unmarshal([]byte(line), &turn); err != nil {
			panic(err)
		}
		do(turn.Turn, turn.Text)
	}
}

func reply(text string) {
	out, _ := json.Marshal(map[string]string{"reply": text})
	fmt.Printf("%s\n", out)
}

// serve listens on $PORT after a delay.
func serve(after time.Duration, handler http.HandlerFunc) {
	time.Sleep(after)
	err := http.ListenAndServe("127.0.0.1:"+os.Getenv(portVariable), handler)
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func answerText(w http.ResponseWriter, r *http.Request) {
	var question struct{ Message, Session string }
	if err := json.NewDecoder(r.Body).Decode(&question); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	json.NewEncoder(w).Encode(map[string]any{
		"answer": map[string]string{"text": strings.ToUpper(question.Message) + " in " + question.Session},
	})
}

// stubborn is a program that will not end.
func stubborn() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	if os.Getenv(portVariable) != "" {
		serve(0, answerText)
	}
	line()
	reply("here I stay")
	time.Sleep(time.Hour)
}

// children starts one process for each way to outlive its parent, which holds its outputs; it waits until they listen,
// and ends.
func children() {
	for _, address := range os.Args[1:] {
		cmd := exec.Command(os.Args[0], address)
		cmd.Env = append(os.Environ(), behaviourVariable+"=listen")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if strings.HasSuffix(address, ".session") {
			ownSession(cmd)
		}
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		awaitFile(address)
	}
	fmt.Println("they live")
}

// listen never returns; while its process lives, it accepts connections at the address in a file.
func listen() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	write(os.Args[1]+".new", l.Addr().String())
	if err := os.Rename(os.Args[1]+".new", os.Args[1]); err != nil {
		panic(err)
	}
	for {
		if c, err := l.Accept(); err == nil {
			c.Close()
		}
	}
}

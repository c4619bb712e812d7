// Package thread names the model calls of a turn. A program does not say how its calls relate: their messages do. A
// call that sends all messages of another one and more continues it. Calls that continue one another are a thread, and
// a call's name is the number of its thread and of its step in it.
//
//	call.go     what is known of a call
//	name.go     names, and their form in paths
//	tree.go     messages arrays by common prefix
//	namer.go    names at arrival, for sequential stages
//	names.go    names of all calls of a turn
//	logical.go  the calls of a concurrent stage, ordered by content
//	chain.go    threads
//	golden.go   the accepted calls of a stage
//	link.go     which of its calls continues which
//	profile.go  how similar two messages arrays are
//	match.go    which thread of a golden a thread is
//	likeness.go how similar a request is to accepted ones
package thread

import (
	"fmt"
	"strconv"
	"strings"
)

// Name is the name of a call within its stage and turn. All numbers begin with 1.
type Name struct {
	Thread int // within the stage
	Step   int // within the thread
	Try    int // how often this step has been asked, as after a failure
}

// Leaf is the last part of the call's path without its try: chat-1.3.
func (n Name) Leaf(stage string) string { return fmt.Sprintf("%s-%d.%d", stage, n.Thread, n.Step) }

// ParseLeaf reads the last part of a call's path, with or without its try: chat-1.3, chat-1.3#2. Without one the try
// is 1.
func ParseLeaf(leaf string) (stage string, n Name, ok bool) {
	leaf, try, again := strings.Cut(leaf, "#")
	dash := strings.LastIndexByte(leaf, '-')
	if dash < 1 {
		return "", Name{}, false
	}
	thread, step, _ := strings.Cut(leaf[dash+1:], ".")
	n = Name{Thread: number(thread), Step: number(step), Try: 1}
	if again {
		n.Try = number(try)
	}
	if n.Thread == 0 || n.Step == 0 || n.Try == 0 || again && n.Try == 1 {
		return "", Name{}, false
	}
	return leaf[:dash], n, true
}

// number parses a number from 1 on without leading zeros; 0: it is none.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || strconv.Itoa(n) != s {
		return 0
	}
	return n
}

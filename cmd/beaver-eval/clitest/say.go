package clitest

import (
	"fmt"
	"io"
	"os"
)

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "agent: "+format+"\n", args...)
	os.Exit(3)
}

func question() string {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		fail("%v", err)
	}
	return string(text)
}

// said is a message of a chat.
type said map[string]any

func agentSystem(text string) said { return said{"role": "system", "content": text} }
func user(text string) said        { return said{"role": "user", "content": text} }

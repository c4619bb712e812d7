package program

import "crypto/rand"

// Variable marks the processes of a program and their children, so that those that leave their process group can be
// found where the system allows it.
const Variable = "BEAVER_EVAL_PROCESS"

// NewMark returns a unique value of Variable.
func NewMark() string { return rand.Text() }

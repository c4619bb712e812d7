package program

import "crypto/rand"

// Variable marks the processes of a program, with what they start, so that those that leave their process group are
// found where the system tells.
const Variable = "BEAVER_EVAL_PROCESS"

// NewMark is a value of Variable that no other program has.
func NewMark() string { return rand.Text() }

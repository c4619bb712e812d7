package program

// markVariable marks the processes of a program, with what they start, so that those that leave their process group are
// found where the system tells.
const markVariable = "BEAVER_EVAL_PROCESS"

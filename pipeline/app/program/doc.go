// Package program runs somebody else's program for one conversation: a process a turn, a process a case that speaks
// lines of JSON, or an HTTP service. Whatever the program does, a turn ends with its context, what is kept of its
// output is bounded, and nothing that it started is left behind. On Windows what a process leaves when it ends by
// itself stays; elsewhere than on Linux so does what has left its process group. The package knows nothing of models.
package program

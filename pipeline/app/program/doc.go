// Package program runs somebody else's program for one conversation: a process per turn, a process per case that speaks
// lines of JSON, or an HTTP service. Whatever the program does, a turn ends with its context, the kept part of its
// output is bounded, and nothing that it started is left behind, as far as a guard can ensure that; each case has a
// temporary folder. The package knows nothing of models.
package program

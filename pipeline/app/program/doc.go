// Package program runs somebody else's program for one conversation: a process a turn, a process a case that speaks
// lines of JSON, or an HTTP service. Whatever the program does, a turn ends with its context, what is kept of its
// output is bounded, and nothing that it started is left behind, as far as a guard can see to that; each case has a
// temporary folder. The package knows nothing of models.
package program

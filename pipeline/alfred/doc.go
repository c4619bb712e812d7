// Package alfred is the Alfred system: a graph of nodes over a small database, whose models see references and no ids.
package alfred

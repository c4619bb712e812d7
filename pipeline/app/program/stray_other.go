//go:build !linux

package program

// KillMarked does nothing: the system does not show the environment of processes.
func KillMarked(string) {}

// Strays are processes that have left their group, which cannot be found here.
type Strays struct{}

// Follow does nothing.
func Follow(string) (*Strays, error) { return &Strays{}, nil }

// End does nothing.
func (*Strays) End() {}

package thread

// Names names all calls of a turn, in the order in which they arrived. In a sequential stage the names are a Namer's.
// In a concurrent one, as together reports, they do not depend on the order: its threads get the numbers of the most
// similar accepted ones, the others are numbered by content.
func Names(calls []Call, together func(stage string) bool, accepted []Accepted) []Name {
	names := make([]Name, len(calls))
	var namer Namer
	var stages []string // concurrent ones
	aside := map[string][]int{}
	for i, c := range calls {
		if together == nil || !together(c.Stage) {
			names[i] = namer.Add(c)
			continue
		}
		if aside[c.Stage] == nil {
			stages = append(stages, c.Stage)
		}
		aside[c.Stage] = append(aside[c.Stage], i)
	}
	known := map[string][]Accepted{}
	for _, a := range accepted {
		known[a.Stage] = append(known[a.Stage], a)
	}
	for _, stage := range stages {
		nameTogether(names, calls, aside[stage], known[stage])
	}
	return names
}

// nameTogether names the calls of one stage, those with the given indices, independently of their order.
func nameTogether(names []Name, calls []Call, indices []int, accepted []Accepted) {
	t := newTree()
	old := goldenOf(t, accepted)
	threads := chainsOf(logicalCalls(t, calls, indices), old)
	for i, number := range numbersOf(threads, old.threads) {
		for step, l := range threads[i] {
			for try, call := range l.tries {
				names[call] = Name{Thread: number, Step: step + 1, Try: try + 1}
			}
		}
	}
}

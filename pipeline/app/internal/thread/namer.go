package thread

// Namer names the calls of a turn as they arrive, in sequential stages: a call continues an earlier one, and its name
// is final. The zero value is ready for use. It is not safe for use by several goroutines.
type Namer struct {
	tree  *tree
	calls []arrived
	steps []Name // each with the number of its last try

	last      map[string]int    // number of the last thread, by stage
	childless map[int][]int     // by node: steps that no call continues, the first one first
	again     map[request][]int // steps whose last answer was a failure, the first one first
}

// arrived is a call that has a name.
type arrived struct {
	request
	step   int
	failed bool
}

// request is what calls with equal requests have in common.
type request struct {
	node int
	body string
}

// Add names a call. The call itself can say that its answer was a failure; otherwise Fail does so later, before the
// same request is sent again.
func (n *Namer) Add(c Call) Name {
	if n.tree == nil {
		n.tree = newTree()
		n.last, n.childless, n.again = map[string]int{}, map[int][]int{}, map[request][]int{}
	}
	at := n.tree.put(c.Stage, c.Messages)
	same := request{at.node(), c.Body}
	step, retried := pop(n.again, same)
	if retried {
		n.steps[step].Try++
	} else {
		step = n.begin(c.Stage, at)
	}
	n.calls = append(n.calls, arrived{request: same, step: step})
	if c.Failed {
		n.Fail(len(n.calls) - 1)
	}
	return n.steps[step]
}

// Fail notes that the answer to the i-th call, from 0 in the order of Add, was a failure.
func (n *Namer) Fail(i int) {
	if i < 0 || i >= len(n.calls) || n.calls[i].failed {
		return
	}
	c := &n.calls[i]
	c.failed = true
	n.again[c.request] = append(n.again[c.request], c.step)
}

// begin makes a step: the next one of a thread, or the first one of a new thread.
func (n *Namer) begin(stage string, at place) int {
	name, goesOn := n.next(at.path)
	if !goesOn {
		n.last[stage]++
		name = Name{Thread: n.last[stage], Step: 1, Try: 1}
	}
	n.steps = append(n.steps, name)
	step := len(n.steps) - 1
	n.childless[at.node()] = append(n.childless[at.node()], step)
	return step
}

// next returns the step that follows in the thread of the parent: the call with the longest array that this one begins
// with. An empty array is nobody's parent. ok is false if there is no parent, or if all with this array were continued.
func (n *Namer) next(path []int) (name Name, ok bool) {
	for i := len(path) - 2; i > 0; i-- {
		if _, asked := n.childless[path[i]]; !asked {
			continue
		}
		parent, ok := pop(n.childless, path[i])
		if !ok {
			return Name{}, false
		}
		name = n.steps[parent]
		return Name{Thread: name.Thread, Step: name.Step + 1, Try: 1}, true
	}
	return Name{}, false
}

// pop takes the first entry of a list. The key stays.
func pop[K comparable](lists map[K][]int, key K) (first int, ok bool) {
	list := lists[key]
	if len(list) == 0 {
		return 0, false
	}
	lists[key] = list[1:]
	return list[0], true
}

package suites

// SeeCalls shows a filter the calls of a result, and those that its golden has.
func SeeCalls(s *Sought, r *Result) {
	if s.Done() {
		return
	}
	if r.Trace != nil {
		for _, c := range r.Trace.Calls() {
			s.See(c.Stage, c.Path)
		}
	}
	for _, c := range r.Changes {
		s.See(c.Stage, c.Path)
	}
}

package stored

import "time"

// mostSessions is how many runs are searched for sessions of tests.
const mostSessions = 200

// Sessions returns the names of the sessions of tests that were at work beside a run, itself one, or beside another of
// them: a test framework with several workers has one for each. Without such a run below dir there are none.
func Sessions(dir, name string) (map[string]bool, error) {
	runs, err := Recent(dir, mostSessions)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	var began time.Time // of the first of them, so far
	for i := len(runs) - 1; i >= 0; i-- {
		info := &runs[i].Info
		ended := info.Started.Add(time.Duration(info.Seconds * float64(time.Second)))
		switch {
		case !info.Session:
			continue
		case info.Name == name, len(found) > 0 && ended.After(began):
			found[info.Name] = true
			if began.IsZero() || info.Started.Before(began) {
				began = info.Started
			}
		}
	}
	return found, nil
}

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
	var began time.Time // the first of them, so far; zero: none
	for i := len(runs) - 1; i >= 0; i-- {
		info := &runs[i].Info
		ended := info.Started.Add(time.Duration(info.Seconds * float64(time.Second)))
		if info.Session && (info.Name == name || !began.IsZero() && ended.After(began)) {
			began = info.Started
		}
	}
	for _, r := range runs {
		if r.Session && !began.IsZero() && !r.Started.Before(began) && r.Info.Name <= name {
			found[r.Info.Name] = true
		}
	}
	return found, nil
}

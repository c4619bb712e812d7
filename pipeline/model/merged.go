package model

// Merged returns the recording of the calls at some paths, in their order: new lines, and the lines of an older
// recording that have answered. A line that has answered at another path moves to that path.
func Merged(id string, paths []string, now *Recorder, old *Recording, replay Using) *Recording {
	all := &Recording{Case: id}
	fresh := map[string]Line{}
	if now != nil {
		for _, l := range now.Recording(id, paths).Lines {
			fresh[l.Path] = l
		}
	}
	for _, path := range paths {
		if l, ok := fresh[path]; ok {
			all.Lines = append(all.Lines, l)
			continue
		}
		i, ok := replay.Used(path)
		if !ok {
			continue
		}
		for _, l := range old.samplesOf(i) {
			if l.Path != path && l.Request != nil {
				req := *l.Request
				req.Path = path
				l.Request = &req
			}
			l.Path = path
			all.Lines = append(all.Lines, l)
		}
	}
	return all
}

// Using tells which lines of a recording have answered: Replay, or Arrived.
type Using interface {
	// Used returns the index of the line that answered the call at a path.
	Used(path string) (line int, ok bool)
}

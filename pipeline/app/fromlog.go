package app

// Asked returns the system with the requests of a log in place of its program: nothing is started, and all answers come
// from the log. The texts of the case's turns assign lines that name no turn.
func (s *System) Asked(log *Log) *System {
	replay := *s
	replay.log = &asked{log}
	return &replay
}

// Users returns the user's text in each turn of a case of the log: the last user message in the turn's first request;
// empty if there is none.
func (s *System) Users(id string) ([]string, error) {
	f, err := s.log.open(newSession(s.block, s.rules), id, nil)
	if err != nil {
		return nil, err
	}
	var said []string
	for _, one := range f.all {
		for len(said) < one.turn {
			text := ""
			if one.turn == len(said)+1 {
				text = lastOfUser(one.body.Request.Messages)
			}
			said = append(said, text)
		}
	}
	return said, nil
}

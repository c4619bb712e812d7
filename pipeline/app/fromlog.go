package app

// Asked returns the system with the requests of a log in place of its program: nothing is started, and nothing is
// answered but by what the log says. Which turn a line without one is of, the texts of the case's turns say.
func (s *System) Asked(log *Log) *System {
	replay := *s
	replay.log = &asked{log}
	return &replay
}

// Users are what the user says in each turn of a case of the log: the last message of the user in the first request of
// the turn; empty where there is none.
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

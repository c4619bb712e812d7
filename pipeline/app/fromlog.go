package app

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/requests"
)

// Asked returns the system with the requests of a log in place of its program: nothing is started, and nothing is
// answered but by what the log says. A line that names no turn is of the first one where one(its case) holds; of other
// cases each message of the user that follows an answer of the assistant begins a turn, unless some lines name theirs.
func (s *System) Asked(log *requests.Log, one func(id string) bool) *System {
	fed := *s
	fed.log = &asked{log, one}
	return &fed
}

// Users are what the user says in each turn of a case of the log: the last message of the user in the first request of
// the turn; empty where there is none.
func (s *System) Users(id string) ([]string, error) {
	f, err := s.log.open(newDesk(s.block, s.rules), id)
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

func lastOfUser(messages []pipeline.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == pipeline.RoleUser {
			return messages[i].Content()
		}
	}
	return ""
}

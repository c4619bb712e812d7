package openclaw

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// spawn starts a sub-agent, which begins at once while its parent run continues.
func (r *run) spawn(rt *pipeline.Runtime, args map[string]string) (shownText, error) {
	s := r.session
	switch limit := r.block.Limits.subAgents(); {
	case strings.TrimSpace(args["task"]) == "":
		return shownText{}, errors.New("the task is empty")
	case s.level >= r.block.Limits.depth():
		return shownText{}, errors.New("a sub-agent here cannot start another one")
	case s.spawned >= limit:
		return shownText{}, fmt.Errorf("%d sub-agents were started in this turn, and that is the limit", limit)
	}
	s.spawned++
	number := strconv.Itoa(s.spawned)
	at := rt.At("sub", number)
	sub := &subAgent{number: number, place: at, id: at.ID("run"), task: r.rt.AnswerText(stageMain).Of(args["task"])}
	sub.session = &session{
		key: "subagent:" + number, level: s.level + 1, files: s.files.fork(), skills: r.now.skills,
	}
	told, err := rendered(r.prompts.subContext, subAgentData{
		Task: sub.task, MaySpawn: sub.level < r.block.Limits.depth(),
	})
	if err != nil {
		return shownText{}, err
	}
	sub.context = told
	s.started = append(s.started, sub)
	return shownText{text: code.Of("accepted: " + sub.id + "; its report comes as a message")}, nil
}

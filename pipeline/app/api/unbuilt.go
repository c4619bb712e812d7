package api

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

var errUnbuilt = errors.New("not built yet")

type unbuilt struct{}

func (unbuilt) read(*Store, *object) (*Body, error)      { return nil, errUnbuilt }
func (unbuilt) write(*Store, *Body, Reply) (Sent, error) { return Sent{}, errUnbuilt }
func (unbuilt) fail(status int, message string) Sent     { return Sent{Status: status} }
func (unbuilt) answer(bool, []byte) (pipeline.Response, error) {
	return pipeline.Response{}, errUnbuilt
}

type (
	messages       struct{ unbuilt }
	ollamaChat     struct{ unbuilt }
	ollamaGenerate struct{ unbuilt }
)

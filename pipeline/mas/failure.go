package mas

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func failure(reason pipeline.Reason, format string, args ...any) *pipeline.Failure {
	return &pipeline.Failure{Reason: reason, Err: fmt.Errorf(format, args...)}
}

// forbiddenError names the executors of a plan that the agent may not use.
type forbiddenError struct{ names []string }

func (e *forbiddenError) Error() string { return "it may not use " + strings.Join(e.names, ", ") }

// saidOf tells a model why a step of its has failed.
func saidOf(reason pipeline.Reason) string {
	switch reason {
	case pipeline.Malformed:
		return "回答中找不到可以识别的结果"
	case pipeline.Schema:
		return "结果不符合规定的格式"
	case pipeline.Empty:
		return "回答是空的"
	case pipeline.Timeout:
		return "没有在规定的时间内作答"
	case reasonForbidden:
		return "使用了权限之外的技能或工具"
	}
	return "没有得到回答"
}

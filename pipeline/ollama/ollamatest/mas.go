package ollamatest

import (
	"fmt"
	"strings"
)

// masSkill is the beginning of a skill's rules in the prompt of a step.
func masSkill(name string) sign {
	return sign{"mas " + name, []string{"**" + name + " 的规则**"}, []int{inLast}}
}

// masSigns are MAS's skills.
func masSigns() []sign {
	var signs []sign
	for _, name := range []string{
		"planning", "reflection", "summary", "instruction_generation", "think", "quick_think", "send_message",
		"process_message", "task_manager",
	} {
		signs = append(signs, masSkill(name))
	}
	return signs
}

// masAnswers has one answer of each skill: a word is looked up with a tool, thought about, and told to the user.
func masAnswers() []answer {
	skill := func(name, text string) answer { return only("mas "+name, text) }
	const noMemory = "<persistent_memory></persistent_memory>"
	return []answer{
		skill("process_message", "<process_message>有人想知道一个词的意思。</process_message>"),
		skill("planning", planOf(
			"planned_step", "instruction_generation", "dict", "think", "quick_think", "reflection",
		)+noMemory),
		skill("reflection", "查到了。"+planOf("reflection_step", "send_message", "summary")+
			"<persistent_memory>- 查过“胸有成竹”</persistent_memory>"),
		skill("instruction_generation", `<tool_instruction>{"word": "胸有成竹"}</tool_instruction>`+noMemory),
		skill("think", "<_think>说的是做事之前心里已有打算。</_think>"+noMemory),
		skill("quick_think", "<quick_think>可以说成：很有把握。</quick_think>"+noMemory),
		skill("send_message", `<send_message>{"sender_id": "bo", "receiver": ["user"], "message": "意思是很有把握。", `+
			`"stage_relative": "look", "need_reply": false}</send_message>`),
		skill("task_manager", `<task_instruction>{"action": "finish_stage"}</task_instruction>`+noMemory),
		skill("summary", "<summary>词查到了，也告诉了用户。</summary>"),
	}
}

// planOf returns a plan between its tags; dict is a tool.
func planOf(tag string, executors ...string) string {
	var steps []string
	for _, name := range executors {
		kind := "skill"
		if name == "dict" {
			kind = "tool"
		}
		const step = `{"step_intention": "用 %s 做一步", "type": %q, "executor": %q, "text_content": "用 %s 查清“胸有成竹”的意思。"}`
		steps = append(steps, fmt.Sprintf(step, name, kind, name, name))
	}
	return fmt.Sprintf("<%s>[%s]</%s>", tag, strings.Join(steps, ", "), tag)
}

package alfred

import (
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Types of what waits for the user's answer: a proposal, and a question of Understand.
const (
	pendingProposal = "propose"
	waitsUnderstand = "understand"
)

// text is one of the program's fixed texts for the user.
type text struct{ english, chinese string }

var (
	apology = text{
		"I'm sorry, something went wrong and I could not answer. Please try again.", "抱歉，出了点问题，我没能回答。请再试一次。",
	}
	nothingToDo = text{
		"I'm sorry, I could not find anything to do for that. Could you say it in other words?",
		"抱歉，我没明白要做什么。能换个说法吗？",
	}
	askMore  = text{"Could you tell me more about what you would like?", "能再具体说说您想要什么吗？"}
	askWhich = text{"Which one do you mean?", "您指的是哪一个？"}
)

// inTheirLanguage returns a fixed text in Chinese for a message in Chinese, else in English (F10). The program knows
// English alone.
func (t *turn) inTheirLanguage(of text) pipeline.Pieces {
	if isChinese(t.message.String()) && !t.program() {
		return code.Of(of.chinese)
	}
	return code.Of(of.english)
}

// isChinese reports whether a text is in Chinese: it has Chinese characters, and neither kana nor hangul.
func isChinese(s string) bool {
	chinese := false
	for _, r := range s {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return false
		}
		chinese = chinese || unicode.Is(unicode.Han, r)
	}
	return chinese
}

// The program's fixed texts for Reply, and one for the user that only the original program says.
const (
	wentWrong    = "I'm sorry, something went wrong: "
	missingQuick = "Missing quick mode fields"
	lookUpFailed = "The look-up could not be carried out."
	badParams    = "The query could not be made: its parameters are of the wrong form."
	stepFailed   = "The step could not be carried out."
	notPlanned   = "The step could not be carried out as it was planned."
)

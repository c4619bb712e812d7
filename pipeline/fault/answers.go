package fault

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

const (
	oneMegabyte = 1 << 20
	deep        = 100_000 // levels
)

var (
	readsJSON = []pipeline.Reads{pipeline.ReadsJSON}
	malformed = each("malformed")
	// broken under the policies without repair, and whatever the repair makes of it
	mended = expects{"malformed", "malformed", "- malformed schema own"}
	// a whole answer with text around it
	extracted = expects{"malformed", "-", "-"}
)

// answers returns the faults of a model's answers.
func answers() []Fault {
	fault := func(name, says string, reads []pipeline.Reads, e expects, broken func(Subject) []Broken) Fault {
		return Fault{Name: name, Class: Answer, Says: says, reads: reads, expects: e, broken: broken}
	}
	json := func(name, says string, e expects, broken func(Subject) []Broken) Fault {
		return fault(name, says, readsJSON, e, broken)
	}
	every := func(f Fault) Fault {
		f.Every = true
		return f
	}
	return []Fault{
		json("truncated-json", "The answer ends behind a bracket, colon or comma, at each of them.", mended, truncated),
		json("prose", "Words stand before and behind the answer.", extracted, only(func(a string) string {
			return "Here is my decision:\n\n" + a + "\n\nTell me if anything should be different."
		})),
		json("code-fence", "The answer stands in a code fence.", extracted, only(func(a string) string {
			return "```json\n" + a + "\n```"
		})),
		json("think", "Thoughts stand before the answer.", extracted, only(func(a string) string {
			return "<think>It could be {\"a\": 1} or [], but that would be wrong.</think>\n" + a
		})),
		json("think-open", "Thoughts stand before the answer, and are never closed.", malformed,
			only(func(a string) string { return "<think>It could be many things. I will say " + a })),
		json("single-quotes", "Texts stand in single quotes.", mended, only(func(a string) string {
			return requoted(a, "'", "'")
		})),
		json("smart-quotes", "Texts stand in typographic quotes.", mended, only(func(a string) string {
			return requoted(a, "“", "”")
		})),
		json("trailing-comma", "A comma stands behind the last member.", mended, only(trailingComma)),
		json("comments", "A comment stands in the answer.", mended, only(func(a string) string {
			return a[:1] + " // the decision\n" + a[1:]
		})),
		json("unquoted-keys", "Keys stand without quotes.", mended, only(unquotedKeys)),
		json("nan", "A value is NaN.", mended, oneValue("NaN")),
		json("duplicate-key", "A key stands twice, with two values.", mended, doubleKey),
		json("wrong-root", "The answer is the only element of a list, or the list the only member of an object.",
			each("schema"), only(otherRoot)),
		json("wrong-type", "A value has another type than it should.", each("schema"), wrongType),
		json("any-type", "A value that may have any type is a number.", each("-"), anyType),
		json("missing-key", "A key is missing that must be there.", each("schema"), dropsKey(required)),
		json("missing-optional-key", "A key is missing that may be.", each("-"), dropsKey(optional)),
		json("extra-key", "There is a key that nobody asked for.", each("- schema"), only(extraKey)),
		json("unknown-enum", "A value is none of those that there are.", each("schema"), unknownEnum),
		json("invented-name", "The only name is one that nobody offered.", each(own), invented(false)),
		json("invented-beside", "A name that nobody offered stands beside the good ones.", each(own), invented(true)),
		json("repeated-name", "A name stands twice.", each("-"), repeatedName),
		fault("empty", "The answer is empty.", nil, each("empty"), always("")),
		fault("white-space", "The answer is white space.", nil, each("empty"), always(" \n\t ")),
		json("null", "The answer is null.", each("schema"), always("null")),
		fault("one-letter", "The answer is 1 MB of one letter.", nil, malformed,
			repeated(oneMegabyte, "a")),
		json("deep-nesting", "Lists are nested 100,000 deep.", malformed,
			repeated(deep, "[", "]")),
		fault("invalid-utf8", "A text holds bytes that are no UTF-8.", nil, each("- schema own"), within("\xff\xfe")),
		fault("control-characters", "A text holds control characters.", nil, mended, within("\x01\x1b[2J\n")),
		json("two-values", "A second answer follows.", malformed, twoValues),
		fault("prompt-echoed", "The answer repeats the prompt.", nil,
			expects{"malformed schema", "malformed schema", "- malformed schema own"}, echo),
		fault("refusal", "The model refuses in words.", nil, malformed,
			always("I'm sorry, but I can't help with that.")),
		fault("other-language", "The model answers in words, in another language.", nil, malformed,
			always("好的，我先看一下您的要求，然后再告诉您我的决定。")),
		every(json("every-prefix", "The answer ends behind each of its bytes.", mended, prefixes)),
		every(json("every-deletion", "Each byte of the answer is missing once.",
			expects{"- malformed schema own", "- malformed schema own", "- malformed schema own"}, deletions)),
	}
}

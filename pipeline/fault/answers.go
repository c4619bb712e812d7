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
	foreign := func(name, says string, reads []pipeline.Reads, broken func(Subject) []Broken) Fault {
		return Fault{Name: name, Class: Answer, Says: says, foreign: true, reads: reads, broken: broken}
	}
	every := func(f Fault) Fault {
		f.Every = true
		return f
	}
	return []Fault{
		json("truncated-json", "The answer ends after a bracket, colon or comma: a cell for each.", mended, truncated),
		json("prose", "There is text before and after the answer.", extracted, only(func(a string) string {
			return "Here is my decision:\n\n" + a + "\n\nTell me if anything should be different."
		})),
		json("code-fence", "The answer is in a code fence.", extracted, only(func(a string) string {
			return "```json\n" + a + "\n```"
		})),
		json("think", "Thoughts come before the answer.", extracted, only(func(a string) string {
			return "<think>It could be {\"a\": 1} or [], but that would be wrong.</think>\n" + a
		})),
		json("think-open", "Thoughts come before the answer, and are never closed.", malformed,
			only(func(a string) string { return "<think>It could be many things. I will say " + a })),
		json("single-quotes", "Strings are in single quotes.", mended, only(func(a string) string {
			return requoted(a, "'", "'")
		})),
		json("smart-quotes", "Strings are in typographic quotes.", mended, only(func(a string) string {
			return requoted(a, "“", "”")
		})),
		json("trailing-comma", "A comma follows the last member.", mended, only(trailingComma)),
		json("comments", "There is a comment in the answer.", mended, only(func(a string) string {
			return a[:1] + " // the decision\n" + a[1:]
		})),
		json("unquoted-keys", "Keys have no quotes.", mended, only(unquotedKeys)),
		json("nan", "A value is NaN.", mended, oneValue("NaN")),
		json("duplicate-key", "A key appears twice, with two values.", mended, doubleKey),
		json("wrong-root", "The object is wrapped in a list, or the list in an object.",
			each("schema"), only(otherRoot)),
		json("wrong-type", "A value has the wrong type.", each("schema"), wrongType),
		json("any-type", "A value that may have any type is a number.", each("-"), anyType),
		json("missing-key", "A required key is missing.", each("schema"), dropsKey(required)),
		json("missing-optional-key", "An optional key is missing.", each("-"), dropsKey(optional)),
		json("extra-key", "There is a key that was not asked for.", each("- schema"), only(extraKey)),
		json("unknown-enum", "A value is not in its enumeration.", each("schema"), unknownEnum),
		json("invented-name", "The only name is one that was not offered.", each(own), invented(false)),
		json("invented-beside", "A name that was not offered is among the others.", each(own), invented(true)),
		json("repeated-name", "A name appears twice.", each("-"), repeatedName),
		fault("empty", "The answer is empty.", nil, each("empty"), always("")),
		fault("white-space", "The answer is white space.", nil, each("empty"), always(" \n\t ")),
		json("null", "The answer is null.", each("schema"), always("null")),
		fault("one-letter", "The answer is 1 MB of one letter.", nil, malformed,
			repeated(oneMegabyte, "a")),
		json("deep-nesting", "Lists are nested 100,000 deep.", malformed,
			repeated(deep, "[", "]")),
		fault("invalid-utf8", "A string holds bytes that are not UTF-8.", nil, each("- schema own"),
			within("\xff\xfe")),
		fault("control-characters", "A string holds control characters.", nil, mended, within("\x01\x1b[2J\n")),
		json("two-values", "A second answer follows.", malformed, twoValues),
		fault("prompt-echoed", "The answer repeats the prompt.", nil,
			expects{"malformed schema", "malformed schema", "- malformed schema own"}, echo),
		fault("refusal", "The model refuses in words.", nil, malformed,
			always(apology)),
		fault("other-language", "The model answers in words, in another language.", nil, malformed,
			always("好的，我先看一下您的要求，然后再告诉您我的决定。")),
		foreign("number-out-of-range", "A number is above its maximum, or below its minimum.", readsJSON,
			atPlaces(outOfRange)),
		foreign("content-filter", "The answer ends at a filter of content, after half of its text.", nil, nil),
		foreign("stop-refusal", "The model refuses in the way that its provider has for that.", nil, nil),
		every(json("every-prefix", "The answer ends after a byte: a cell for each.", mended, prefixes)),
		every(json("every-deletion", "A byte of the answer is missing: a cell for each.",
			expects{"- malformed schema own", "- malformed schema own", "- malformed schema own"}, deletions)),
	}
}

package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// sense is the words of one meaning, in lower case, without stop words.
type sense []string

// silent are English words that nobody searches skills by.
var silent = setOf(`a an the of to in on at for and or with by from as be is are was it its one's one sb sth sb's etc used
	esp also not that which into his her their this these those who whose up out off over about i.e e.g lit fig abbr so
	such very do does than other any some being been has have having s`)

// grammatical are Chinese function words. They are known, and have no meaning.
var grammatical = setOf(`的 了 我 你 他 她 它 们 我们 你们 他们 是 在 和 与 或 及 把 被 将 对 为 以 于 从 到 给 请 吗 呢 吧
	啊 着 过 也 都 就 还 又 而 但 这 那 这个 那个 一个 有 没有 不 要 会 能 可以 应该 什么 怎么 怎样 如何 哪 哪些 个 些 并 其
	之 所 地 得 一 中 上 下 里 您 自己 是否 是不是 多少 几 谁 哪里 哪儿 为什么 怎么样 什么时候 时候 如果 因为 所以 但是 而且
	然后 并且 以及 或者 还是 虽然 由 向 往 比 较 跟 同 当 才 刚 曾 可 需 再 只 很 最 太 更 非常 已 已经 正在 正 即 则 若 让
	时 后 前 内 外 间 等 第 每 各 该 此 某 另 来 去 出 起 成 本 一下 一些 一点 一种 这些 那些 这样 那样 这里 那里 帮 帮我
	帮忙 请问 想 想要 咱们 大家 呀 哦 嘛 么 位 条 件 次 种 点 未 无 非 性 化 者 员 做`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

var (
	inBrackets = regexp.MustCompile(`\[[^\]]*\]`)
	inParens   = regexp.MustCompile(`\([^()]*\)`)
	// remarks about a word rather than its meaning
	aside = regexp.MustCompile(`^(CL:|(old |erhua |Japanese )?variant of|surname |see |Taiwan pr|also pr|also written|` +
		`used in |same as |pr\. )`)
	// labels of literary, technical, regional or rare meanings
	label = regexp.MustCompile(`^\((literary|coll\.|Tw|bound form|dialect|slang|old|archaic|arch\.|onom\.|classical|` +
		`loanword|derog\.|vulgar|TCM|Buddhism|botany|zoology|bird|fig\.|idiom|Cantonese|HK|name|used in place names|` +
		`suffix|prefix|military|medicine|chemistry|geology|anatomy|music|baseball|sports)`)
	seldom = regexp.MustCompile(`^(abbr\. for|classifier for)`)
	other  = regexp.MustCompile(`(?:variant of|see|same as|also written|abbr\. for) (?:[^\s|\[]*\|)?(\p{Han}+)`)
	words  = regexp.MustCompile(`[\p{Latin}\p{N}']+`)
)

// rarity orders the definitions of a word: plain ones first, then names and labelled ones, then abbreviations.
func rarity(definition string) int {
	definition = strings.TrimSpace(definition)
	switch {
	case seldom.MatchString(definition):
		return 3
	case label.MatchString(definition):
		return 2
	}
	if d := without(definition); d != "" && 'A' <= d[0] && d[0] <= 'Z' {
		return 1
	}
	return 0
}

// without removes brackets and parentheses with their contents from a definition.
func without(definition string) string {
	d := inBrackets.ReplaceAllString(definition, "")
	for {
		shorter := inParens.ReplaceAllString(d, "")
		if shorter == d {
			return strings.TrimSpace(d)
		}
		d = shorter
	}
}

// sensesOf returns the senses of a word with these definitions, the commonest first as far as known.
func sensesOf(definitions []string) []sense {
	definitions = slices.Clone(definitions)
	slices.SortStableFunc(definitions, func(a, b string) int { return cmp.Compare(rarity(a), rarity(b)) })
	var all []sense
	for _, d := range definitions {
		d = without(d)
		if aside.MatchString(d) {
			continue
		}
		for part := range strings.SplitSeq(d, ";") {
			if s := senseOf(part); len(s) > 0 {
				all = append(all, s)
			}
		}
	}
	return all
}

func senseOf(text string) sense {
	var s sense
	for _, w := range words.FindAllString(strings.ToLower(text), -1) {
		if w = strings.TrimSuffix(strings.Trim(w, "'"), "'s"); w != "" && !silent[w] {
			s = append(s, w)
		}
	}
	return s
}

// referred returns the word of which a word without a meaning of its own is a variant; empty: there is none.
func referred(definitions []string) string {
	for _, d := range definitions {
		if m := other.FindStringSubmatch(d); m != nil {
			return m[1]
		}
	}
	return ""
}

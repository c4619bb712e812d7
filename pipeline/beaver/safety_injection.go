package beaver

import (
	"regexp"
	"strings"
)

// Words of the phrases below. A preceding negation turns them into advice against it.
const (
	notTo  = `(?P<not>\b(?:never|not|\w+n['’]t|cannot|avoid|refuse to|without) (?:\w+ )?)?`
	notToZ = `(?P<not>不要|不得|不能|不会|不可|切勿|请勿|绝不|禁止|严禁|避免|拒绝|不應|不应)?`
)

// injectionPatterns are phrases that address the model reading the skill instead of describing work, and text that a
// human reviewer does not see.
var injectionPatterns = []pattern{
	{
		why: "takes instructions back", hints: []string{"ignor", "disregard", "forget", "overrid"},
		re: phrase(notTo + `\b(?:ignore|disregard|forget|override) (?:(?:all|any|every|the|your|my|of|these|` +
			`those|its|other) )*(?:previous|prior|above|earlier|preceding|foregoing|original|system|safety) (?:\w+ )?` +
			`(?:instructions?|prompts?|rules?|guidelines?|messages?|directions?|constraints?|directives?)\b`),
	},
	{
		why: "takes instructions back", hints: []string{"忽略", "无视", "無視", "忘记", "忘掉", "不要理会", "推翻"},
		re: expression(notToZ + `(?:忽略|无视|無視|忘记|忘掉|不要理会|推翻)(?:掉)?(?:你)?(?:之前|以上|上述|上面|先前|此前|前面|所有|全部|一切|系统|` +
			`系統)[^\s，。；！,.;!]{0,8}?(?:指令|指示|说明|提示|规则|規則|设定|限制|约束|命令)`),
	},
	{
		why: "gives the model another role", hints: []string{"you are", "you're", "act as", "pretend", "enter"},
		re: phrase(`\byou(?: are|'re) (?:now (?:in |an? )?(?:developer|debug|maintenance|god|admin|root|dan|` +
			`jailbr\w+|unrestricted|unfiltered|uncensored|free (?:from|of))\b|no longer (?:bound|restricted|limited|` +
			`an (?:ai|assistant)))|\b(?:act as|pretend to be|enter) (?:an? )?(?:dan\b|unrestricted|unfiltered|` +
			`jailbr\w+|developer mode)`),
	},
	{
		why: "gives the model another role", hints: []string{"你现在", "你不再", "从现在", "进入"},
		re: phrase(`(?:你现在|从现在(?:开始|起)[，,]?你?(?:就|将)?)(?:是|处于|进入)[^\s，。；！]{0,6}(?:不受限制|没有(?:任何)?限制|无限制|开发者模式|` +
			`维护模式|管理员模式|越狱|DAN)|你不再(?:受|是|遵守)[^\s，。；！]{0,8}(?:限制|约束|助手|规则)|进入(?:越狱|DAN|无限制)模式`),
	},
	{
		why: "wants the system prompt", hints: []string{"prompt", "instruction"},
		re: phrase(notTo + `\b(?:reveal|print|show|output|repeat|display|leak|expose|disclose|tell me|send) ` +
			`(?:me )?(?:(?:all|the|your|full|entire|complete|exact|its) )*(?:system|initial|hidden|developer) ` +
			`(?:prompt|instructions)\b`),
	},
	{
		why: "wants the system prompt", hints: []string{"系统提示", "系统指令", "初始指令", "系統提示"},
		re: expression(notToZ + `(?:泄露|透露|输出|显示|打印|告诉我|公开|展示|说出|复述|顯示)[^\s，。；！]{0,6}(?:系统提示|系统指令|初始指令|系統提示)`),
	},
	{
		why: "hides something from the user", hints: []string{"user", "human", "owner"},
		re: phrase(`\b(?:do not|don['’]t|never|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|` +
			`alert(?:ing)?|warn(?:ing)?|mention(?:ing)? (?:this|it|that) to|reveal(?:ing)? (?:this|it|that) to) ` +
			`(?:the |your )?(?:user|human|owner|operator)s?\b`),
	},
	{
		why: "hides something from the user", hints: []string{"用户", "主人", "用戶"},
		re: phrase(`(?:不要|别|请勿|切勿|不得|不能|不可|绝不)(?:(?:告诉|告知|通知|告訴)(?:该|此)?(?:用户|主人|用戶)|(?:让|使|讓)(?:该|此)?(?:用户|主人|` +
			`用戶)(?:知道|发现|察觉|發現)|(?:向|对)(?:用户|主人|用戶)(?:透露|提及|提起|说明|說明))`),
	},
	{
		why: "sends secrets away", hints: []string{"key", "token", "credential", "password", "secret", "variables"},
		re: phrase(notTo + `\b(?:send|post|upload|forward|transmit|exfiltrate|output|copy) (?:(?:all|any|the|` +
			`your|user'?s?|available|stored|every) )*(?:api[\x20_-]?keys?|(?:access )?tokens?|credentials?|` +
			`passwords?|secrets?|environment variables|private keys?)\b[^\n.]{0,80}?\bto (?:https?://|\S+@|(?:the|` +
			`this|an?|our|my) (?:\w+ )?(?:endpoint|server|webhook|address))`),
	},
	{
		why: "sends secrets away", hints: []string{"密钥", "密码", "令牌", "凭证", "凭据"},
		re: expression(notToZ +
			`(?:把|将)[^\s，。；！]{0,24}(?:密钥|密码|令牌|凭证|凭据)[^\s，。；！]{0,8}(?:发送|上传|转发|提交|传输|输出|发)(?:到|至|给)[\x20\t\x60“]*` +
			`(?:https?://|[\w.+-]+@)`),
	},
	{
		why: "imitates the frame of a conversation", hints: []string{"<|im_", "<|system", "[inst]", "<<sys>>",
			"<system>"},
		re: phrase(`<\|im_(?:start|end)\|>|<\|system\|>|\[INST\]|<<SYS>>|<system>[^<\n]{0,200}\b(?:ignore|you|` +
			`must|send|disregard)\b`),
	},
	{
		why: "orders in an HTML comment", hints: []string{"<!--"}, harmless: isNoOrder, far: true,
		re: phrase(`<!--(?P<at>(?s:.*?))-->`),
	},
	{
		why: "text in base64", hints: []string{"base64,"},
		re: phrase(`data:(?:text/[a-z]+|application/[a-z+.-]+|image/svg\+xml)?` +
			`(?:;[a-z-]+=[a-z0-9-]+)*;base64,[A-Za-z0-9+/]{16,}`),
	},
}

// phrase compiles an expression in which a blank matches any blanks, and one line break: prose is wrapped.
func phrase(expr string) func() *regexp.Regexp {
	return expression(`(?i)` + strings.ReplaceAll(expr, " ", `(?:[ \t]+\n?[ \t]*|\n[ \t]*)`))
}

func (t *safetyText) findInjections() []hit {
	return append(t.match(ruleInjection, injectionPatterns, nil), t.findHidden()...)
}

// commentOrder matches orders to a model in a comment; other comments are for people.
var commentOrder = phrase(
	`\b(?:agent|assistant|model|llm|claude|gpt)s?[,:]? (?:should|must|shall|needs? to|has to|is to|will always)\b|` +
		`\byou (?:must|should|shall|are (?:now|to))\b|\b(?:ignore|disregard) (?:all|any|the|previous|prior)\b|` +
		`\b(?:send|forward|upload|output|post|exfiltrate) (?:all|any|the|your|every)\b|` +
		`你(?:必须|应当|应该|现在)|(?:助手|模型)(?:必须|应当|应该)|忽略|不要告诉`)

func isNoOrder(comment string) bool { return !commentOrder().MatchString(comment) }

package ollamatest

import "strings"

// chinese returns words and characters common in Chinese prompts, in the tokenizer's spelling of their bytes.
func chinese() []string {
	letters := byteTokens()
	var all []string
	for _, word := range append(strings.Fields(chineseWords), strings.Split(chineseCharacters, "")...) {
		var b strings.Builder
		for _, c := range []byte(word) {
			b.WriteString(letters[c])
		}
		all = append(all, b.String())
	}
	return all
}

const chineseWords = `
步骤 阶段 一个 工具 执行 任务 没有 内容 记忆 消息 目标 结果 之间 调用 不要 放在 持续性 持续性记忆
指令 需要 技能 写出 什么 使用 自己 当前 追加 规则 提示 完成 系统 说明 管理 管理者 列表 你的 工作
历史 名称 群组 标签 每个 规划 工具步骤 参数 要求 这对 状态 结束 一步 写明 这个 意图 一条 也要
信息 以下 交付 情况 具体 当前步骤 已有 角色 任务群组 代码块 记录 负责 不能 这一步 文本 已经 对象
放进 标题 权限 收件人 不需要 回答 简要 得到 其他 成员 智能 团队 用户 查看 可以 只有 写的 可用
没有要写的也要写出这对标签 能力 接口 模型 语言 回复 发送 处理 总结 反思 思考 决定 生成 依据 可能
重要 必须 严格 按照 格式 返回 背景 设定 属性 指令内容 执行结果 执行状态`

const chineseCharacters = "" +
	"的步要一骤写个不用与段有阶工结在具标是你能记对行出这执中只任息之务成内以放规没容果忆目调时续消前明间" +
	"为作或指性自加持由理到下需已次令完每技它列么也当则名什追人参己使提回就本定发来可都数复体其者交说示系" +
	"后进答组条统给做称和历史查表管同划按意签如过群会求收束文状态整分件必身付还简少格图里原信序事照再块及" +
	"重情把部字得而责接况级待限先总哪题生现据角色逐排决思代码负因编各依合空程录面多看汇权检样些份经象处上" +
	"期全所属他最严别等造型改立小无确此随节于何考顺了解应该报实未共清方关论通法新例直识配须安值让知尾失败" +
	"误另并认建预办式请那即向怎员入力类返错正取若反开达询池继符否种模展层唯书包两至问送才器弄凭准填约刻三" +
	"且从动去某队话缺区设推保较串背景道户尚服供测今断材料变致免删"

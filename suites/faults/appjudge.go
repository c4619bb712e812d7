package faults

import (
	"errors"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// judge sets the verdict on a program in a run with a fault.
func judge(c *AppCell, intended, got *course, b *breaker) {
	c.Requests, c.Unanswered = len(got.asks), b.unanswered
	retries := max(0, got.count(b.target.key)-intended.count(b.target.key))
	c.Asks, c.Waited = 1+retries, b.waited
	ended, is := errors.AsType[pipeline.Ended](got.err)
	switch {
	case b.endless != "":
		c.Verdict, c.Why = result.AppStillRetrying, b.endless
	case is:
		c.ended(ended.Ending(), got.err)
	case got.err != nil:
		c.Verdict, c.Why = result.AppOther, oneLine(got.err.Error())
	default:
		c.went(intended, got, b)
	}
	if c.Why != "" && retries > 0 && c.Verdict != result.AppStillRetrying {
		c.Why = "asked again " + wording.Number(retries, "time") + ", then " + c.Why
	}
	if early := c.Waited.early(); early != "" {
		c.Why = strings.TrimSuffix(early+"; "+c.Why, "; ")
	}
}

// early says that a program asked again too early; empty: it did not.
func (w Waited) early() string {
	switch w {
	case WaitedNone:
		return "asked again at once, though told to wait for a second"
	case WaitedLess:
		return "asked again before the second was over for which it was told to wait"
	}
	return ""
}

// ended judges a program that did not reply.
func (c *AppCell) ended(e pipeline.Ending, err error) {
	c.Why, c.Last = oneLine(err.Error()), e.Last
	switch e.Kind {
	case pipeline.EndingExit:
		c.Verdict, c.Code = result.AppCrashed, &e.Code
	case pipeline.EndingNoReply:
		c.Verdict = result.AppEmptyReply
	case pipeline.EndingTimeout:
		c.Verdict = result.AppHung
	default:
		c.Verdict = result.AppOther
	}
}

// went judges a program that reached the end of its case.
func (c *AppCell) went(intended, got *course, b *breaker) {
	c.Why = firstOther(intended, got, b)
	if c.Why == "" {
		c.Why = firstReply(intended, got)
	}
	reply, was := replyOf(got, b.target.place), replyOf(intended, b.target.place)
	switch {
	case c.Why != "" && b.reached(reply, was):
		c.Verdict, c.Reply, c.Why = result.AppPassedOn, reply, repliesDiffer(b.target.place, reply, was)
	case c.Why != "":
		c.Verdict, c.Reply = result.AppOther, reply
	case c.Asks > 1:
		c.Verdict = result.AppRetried
	default:
		c.Verdict = result.AppAsIntended
	}
}

// reached reports whether a reply has the broken text, in place of the intended reply: all of it, or the beginning that
// came before the connection was closed. A short text has to be the whole reply, since it may be in any.
func (b *breaker) reached(reply, intended string) bool {
	const short = 8
	said := oneLine(reply)
	if said == "" || reply == intended {
		return false
	}
	switch b.fault.Application.How {
	case "":
		broken := oneLine(b.put.Content)
		return said == broken || len(broken) >= short && strings.Contains(said, broken)
	case pipeline.InjectedCutBody, pipeline.InjectedCutStream:
		return strings.HasPrefix(oneLine(b.put.Content), said)
	}
	return false
}

// firstOther describes the first request that the intended run does not have, or that is missing; empty: none.
func firstOther(intended, got *course, b *breaker) string {
	left, broken := map[key]int{}, b.broken
	for i := range intended.asks {
		left[intended.asks[i].key]++
	}
	for i := range got.asks {
		a := &got.asks[i]
		switch {
		case a.key == b.target.key && broken > 0:
			broken--
		case left[a.key] > 0:
			left[a.key]--
		default:
			return other(a, intended)
		}
	}
	for i := range intended.asks {
		a := &intended.asks[i]
		if left[a.key] > 0 && a.key != b.target.key {
			return a.request.Path + " is not sent"
		}
	}
	return ""
}

// other says how a request differs from the intended run's.
func other(a *ask, intended *course) string {
	for i := range intended.asks {
		switch was := &intended.asks[i]; {
		case was.key == a.key:
			return a.request.Path + " is sent once more than intended"
		case was.request.Path == a.request.Path:
			return requestsDiffer(a, was)
		}
	}
	return fmt.Sprintf("%s is sent in addition: %s", a.request.Path, lastOf(a.request))
}

// requestsDiffer names the first message that differs.
func requestsDiffer(a, was *ask) string {
	now, before, path := a.request.Messages, was.request.Messages, a.request.Path
	p, differ := differing(&a.request, &was.request)
	i := p.Message - 1
	switch {
	case !differ || i < 0:
		return path + " has the same messages, but other tools, format or parameters"
	case p.Kind == goldens.KindAdded && len(now) > len(before):
		return fmt.Sprintf("%s has message %d in addition: %s", path, p.Message, shown(now[i]))
	case p.Kind == goldens.KindRemoved && len(now) < len(before):
		return fmt.Sprintf("%s lacks message %d: %s", path, p.Message, shown(before[i]))
	case i < len(now) && i < len(before):
		return fmt.Sprintf("%s has another message %d: %s instead of %s", path, p.Message, shown(now[i]),
			shown(before[i]))
	}
	return fmt.Sprintf("%s has another message %d", path, p.Message)
}

// firstReply describes the first reply that differs or is missing; empty: none.
func firstReply(intended, got *course) string {
	for i, was := range intended.replies {
		if i >= len(got.replies) {
			return was.place + " has no reply"
		}
		if now := got.replies[i]; now != was {
			return repliesDiffer(now.place, now.text, was.text)
		}
	}
	if n := len(intended.replies); len(got.replies) > n {
		return got.replies[n].place + " replies once more"
	}
	return ""
}

func repliesDiffer(place, now, was string) string {
	return fmt.Sprintf("%s replies %s instead of %s", place, quoted(now), quoted(was))
}

// replyOf returns the reply of a turn.
func replyOf(c *course, place string) string {
	for _, r := range c.replies {
		if r.place == place {
			return r.text
		}
	}
	return ""
}

func lastOf(req pipeline.Request) string {
	if len(req.Messages) == 0 {
		return "no message"
	}
	return shown(req.Messages[len(req.Messages)-1])
}

// shown describes a message in a few words.
func shown(m pipeline.Message) string {
	text := m.Content()
	if strings.TrimSpace(text) == "" {
		for _, c := range m.ToolCalls {
			text = c.Name + "(" + c.Arguments + ")"
			break
		}
	}
	return m.Role + " " + quoted(text)
}

// quoted returns the beginning of a text, on one line.
func quoted(text string) string {
	const most = 80
	text = oneLine(text)
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return "“" + text + "”"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

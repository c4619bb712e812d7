package ollamatest

import "strings"

// commonTexts returns common texts of prompts: English words, and the texts between them. A text of such words takes a
// token per word, which makes long prompts fast: the cost of attention is quadratic in the number of tokens.
func commonTexts() []string {
	const line = lineToken
	return append(append(english(), chinese()...), line+line, line+line+line, line+line+line+line,
		`":`, `",`, `"}`, `"]`, `["`, `{"`, `},`, `."`, `"`, `**`, `---`, `).`, `),`, "```", `(`, "`", `|`)
}

// english returns words that are common in English and in prompts.
func english() []string {
	return strings.Fields(`
a an the and or but nor not no yes if then else when where while because so than as that this these those which who
whom whose what why how of to in on at by for from with without within into onto over under above below between before
after behind beside about against along among around through during until since per via up down out off again also
only just even still yet already always never often once twice more most less least very much many few several some
any all both each every either neither other another same such own one two three four five six seven eight nine ten
first second third last next former latter new old good better best bad worse worst great small large big little long
short high low early late right wrong true false open closed full empty free ready able clear plain exact simple
single whole part parts half i me my mine you your yours he him his she her hers it its we us our ours they them their
theirs itself themselves nobody somebody anybody everybody nothing something anything everything be is am are was were
been being have has had having do does did done doing will would shall should can could may might must need needs want
wants wanted let get gets got give gives given take takes taken make makes made keep keeps kept put say says said tell
tells told ask asks asked answer answers answered see sees seen look find finds found know knows known think use uses
used using work works worked run runs call calls called come comes go goes went gone leave leaves left bring show
shows shown write writes written read reads begin begins start starts end ends stop stops continue change changes
changed add adds added remove choose chosen select selected decide decides follow follows help helps hold holds happen
mean means name names named state states return returns expect expected depend depends belong belongs explain judge
repeat fail fails failed retry try tries check checked review publish create prepare translate collect send sends
notice save order time times day days week weeks month months year years hour hours minute minutes today tomorrow
yesterday morning afternoon evening night monday tuesday wednesday thursday friday saturday sunday weekend world
country city town street house home office shop school hotel museum station airport market restaurant room door water
food tea coffee bread trip flight flights train trains bus car ticket tickets map people person man woman child
children friend friends family guest guests team company customer customers user users number numbers price prices
money euro euros cost costs list lists line lines word words letter page book books file files text texts data example
form kind sort thing things way place places side problem problems question questions reason reasons result results
idea fact facts rule rules step steps piece duty talk thanks praise point case agent agents assistant system message
messages role content prompt prompts model models tool tools function description arguments parameters properties type
string array object integer boolean required schema key keys value values null json format compact output input action
actions mode strategy sequence parallel node nodes task tasks goal plan attempt index history relevant current request
active status session source channel parent identity profile section context execution memory skill skills candidate
candidates query capabilities constraints guidance instruction instructions synthesis final draft drafts evidence
summary summaries excerpt excerpts accepted rejected title frontmatter internal external public private conversation
recent policy critical route router intent planner resolver worker delegated sub published generic ephemeral temporary
concise procedural metadata implementation claims unclear uncertain confirmed material budget settles direct details
shortlist stage useful invent activate activation pinned dependency outputs success limit limits error errors there
here whether none needed different otherwise notification scheduled existing missing finished remains earlier worth
produce fit fits failure characters phase dropped Execution Guidance Required Expected Final Attempt Constraints
Otherwise With The You This That What When Where Which Who Why How If In It As And Use Return Do Never Task Agent Node
Skill Team Run Tool Output Current Candidate Parent Session Description Decide JSON ID API URL Beaver beaver id
personal inside outside running workspace folder folders sandbox host gateway browser service command commands
configuration reply replies back exactly clearly apply set instead well now unless yourself possible guess attention
update restart pass voice tag channels pause safety offered later job jobs sentence spawn report contents web search
load heartbeat To For A No Your Call Read Look Show Search Say Give Context Workspace Commands Project Time Safety
OpenClaw openclaw
recipe recipes table tables meal meals subdomain filters filter field fields params ref refs inventory complete row
rows plans saved unsaved entity entities quick ingredients generate gen generated database analyze shopping quantity
quantities preferences date dates unit note freezer dinner dinners delete columns clarification stands restrictions
propose proposal planned milk rice eggs disambiguation curation choice chicken alone references turn turns loaded item
items household group curry cook cuisine composed came blocked batch types speaks servings retain requested registry
labels kitchen location language immediate expires expire eating drop dietary demote confidence compose copy contains
allergies understand decision decisions op meant Subdomain Type Entities Answer Conversation Generated Database
Message Alfred Schema Rules Pending Duty Data User Reply References Previous Goal Example Clarification Step Profile
Act Today Save Request Quick Put Leave Entity Decisions Curation Before Write Understand Think Status Registry Recent
Plan Note Flow Examples Decision Choose Updated`)
}

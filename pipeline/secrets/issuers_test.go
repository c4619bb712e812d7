package secrets

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// vectors are keys as their issuers' documentation describes them, each by itself. What stands in braces is made up:
// so many characters of a set, so that no scanner takes this file for a leak.
//
//	A letters and digits  L small letters and digits  U large letters and digits  h hexadecimal digits  H large ones
//	w letters, digits, _ and -  b base64  d digits
var vectors = map[string][]string{
	"OpenAI, Anthropic, DeepSeek, OpenRouter, Langfuse": {
		"sk-{A48}", "sk-proj-{w74}T3BlbkFJ{w74}", "sk-svcacct-{w60}", "sk-admin-{w60}", "sk-ant-api03-{w93}AA",
		"sk-ant-admin01-{w93}AA", "sk-ant-oat01-{w93}AA", "sk-ant-sid01-{w93}AA", "sk-{h32}", "sk-or-v1-{h64}",
		"sk-lf-{h8}-{h4}-{h4}-{h4}-{h12}",
	},
	"Stripe": {"sk_live_{A24}", "sk_test_{A99}", "rk_live_{A24}", "rk_test_{A99}", "whsec_{A32}", "whsec_{b32}",
		"sk_org_live_{A40}"},
	"GitHub": {"ghp_{A36}", "gho_{A36}", "ghu_{A36}", "ghs_{A36}", "ghr_{A36}", "github_pat_{A22}_{A59}"},
	"GitLab": {"glpat-{w20}", "gldt-{w20}", "glrt-{w20}", "glcbt-64_{w20}", "glptt-{h40}", "glft-{w20}", "glimt-{w25}",
		"glagent-{w50}", "glsoat-{w20}", "gloas-{h64}", "GR1348941{w20}"},
	"AWS":    {"AKIA{U16}", "ASIA{U16}", "ABIA{U16}", "ACCA{U16}", "ABSK{b112}", "bedrock-api-key-{b120}"},
	"Google": {"AIza{w35}", "ya29.a0{w120}", "ya29.c.b0{w200}", "GOCSPX-{w28}", "1//0{w60}", "AQ.Ab8{w47}"},
	"Slack": {"xoxb-{d12}-{d12}-{A24}", "xoxp-{d12}-{d12}-{d12}-{h32}", "xoxa-2-{d12}-{d12}-{d12}-{h32}",
		"xoxe-1-{A140}", "xapp-1-A{U10}-{d13}-{h64}", "xoxc-{d12}-{d12}-{d12}-{h64}", "xoxd-{A40}%2B{A20}%3D",
		"xwfp-{d12}-{A40}"},
	"Hugging Face": {"hf_{A34}", "api_org_{A34}"},
	"npm":          {"npm_{A36}"},
	"Telegram":     {"{d10}:AA{w33}", "{d9}:AA{w33}"},

	"Groq": {"gsk_{A52}"}, "xAI": {"xai-{A80}"}, "Replicate": {"r8_{A37}"}, "Perplexity": {"pplx-{h48}", "pplx-{A48}"},
	"Fireworks": {"fw_{A24}", "fw_{A22}"}, "Together": {"tgp_v1_{w43}"}, "Cerebras": {"csk-{L48}"},
	"NVIDIA": {"nvapi-{w64}"}, "Voyage": {"pa-{w43}"}, "Jina": {"jina_{h32}{w28}"}, "LlamaIndex": {"llx-{A48}"},
	"ElevenLabs": {"sk_{h48}"}, "LangSmith": {"lsv2_pt_{h32}_{h10}", "lsv2_sk_{h32}_{h10}", "ls__{h32}"},
	"Pinecone": {"pcsk_{A5}_{A63}"}, "Weights & Biases": {"wandb_v1_{A20}_{A50}"}, "Tavily": {"tvly-dev-{A32}", "tvly-{A32}"},
	"Firecrawl": {"fc-{h32}"}, "Apify": {"apify_api_{A36}"}, "E2B": {"e2b_{h40}"},
	"n8n": {"n8n_api_eyJ{w33}.eyJ{w100}.{w43}"},

	"Azure": {"{A3}8Q~{w34}", "{A3}7Q~{A31}", "{A52}JQQJ9{A27}"}, "Azure DevOps": {"{A76}AZDO{A4}"},
	"Alibaba Cloud": {"LTAI5t{A18}", "LTAI{A16}"}, "Tencent Cloud": {"AKID{A32}"}, "Yandex Cloud": {"AQVN{w35}"},
	"Baidu Cloud": {"bce-v3/ALTAK-{A21}/{h40}"}, "DigitalOcean": {"dop_v1_{h64}", "doo_v1_{h64}", "dor_v1_{h64}"},
	"Fly": {"fo1_{w43}", "fm1r_{b400}", "fm2_{b400}"}, "Cloudflare": {"cfut_{A40}", "v1.0-{h24}-{h146}"},
	"Heroku":  {"HRKU-AA{w58}", "HRKU-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Netlify": {"nfp_{A36}", "nfc_{A36}"}, "Vercel": {"vcp_{A56}", "vck_{A56}", "vercel_blob_rw_{A16}_{A30}"},
	"Render": {"rnd_{A28}"}, "Tailscale": {"tskey-auth-{A12}CNTRL-{A32}", "tskey-api-{A12}CNTRL-{A32}"},

	"Databricks": {"dapi{h32}", "dapi{h32}-2", "dose{h32}"}, "Supabase": {"sbp_{h40}", "sb_secret_{w22}_{A8}", "sbp_oauth_{h40}"},
	"PlanetScale": {"pscale_tkn_{w43}", "pscale_pw_{w43}", "pscale_oauth_{w43}"}, "Neon": {"napi_{L64}"},
	"MongoDB Atlas": {"mdb_sa_sk_{w40}"}, "Aiven": {"AVNS_{w19}"}, "Confluent": {"cflt{b60}"},
	"dbt": {"dbtc_{w44}", "dbtu_{w44}"}, "Prefect": {"pnu_{A36}"}, "Airtable": {"pat{A14}.{h64}"},

	"Docker": {"dckr_pat_{w27}", "dckr_oat_{w32}"}, "PyPI": {"pypi-AgEIcHlwaS5vcmc{w150}", "pypi-AgENdGVzdC5weXBpLm9yZw{w150}"},
	"RubyGems": {"rubygems_{h48}"}, "NuGet": {"oy2{L43}"}, "crates.io": {"cio{A32}"}, "Clojars": {"CLOJARS_{h60}"},
	"HashiCorp Vault": {"hvs.{A24}", "hvs.CAES{w90}", "hvb.{w150}"}, "HCP Terraform": {"{A14}.atlasv1.{w67}"},
	"Pulumi": {"pul-{h40}"}, "Doppler": {"dp.pt.{A43}", "dp.st.dev.{A43}", "dp.sa.{A43}", "dp.ct.{A43}", "dp.scim.{A43}"},
	"1Password": {"ops_eyJ{b300}", "A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}"}, "CircleCI": {"CCIPAT_{A22}_{h40}"},
	"Buildkite": {"bkua_{h40}"}, "SonarQube": {"squ_{h40}", "sqp_{h40}", "sqa_{h40}"}, "Snyk": {"snyk_uat.{h8}.{w80}"},
	"JFrog": {"AKCp{A69}", "cmVmdGtu{A56}"}, "Infracost": {"ico-{A32}"}, "Postman": {"PMAK-{h24}-{h34}"},
	"age": {"AGE-SECRET-KEY-1{U58}", "age-secret-key-1{L58}"},

	"Grafana": {"glsa_{A32}_{h8}", "glc_{b120}", "eyJrIjoi{b90}"}, "Sentry": {"sntrys_eyJ{b150}_{b43}", "sntryu_{h64}"},
	"New Relic": {"NRAK-{U27}", "{h36}NRAL", "eu01xx{h30}NRAL"}, "Honeycomb": {"hcaik_01{L56}"},
	"PostHog": {"phx_{A43}"}, "LaunchDarkly": {"sdk-{h8}-{h4}-{h4}-{h4}-{h12}"}, "Axiom": {"xaat-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Dynatrace": {"dt0c01.{U24}.{U64}"},

	"Discord": {"MTEx{A20}.{w6}.{w38}", "NzkyNzE1NDU0MTk2MDg4ODQy.{w6}.{w27}", "mfa.{w84}",
		"https://discord.com/api/webhooks/{d18}/{w68}"},
	"Microsoft Teams": {"https://acme.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}" +
		"/IncomingWebhook/{h32}/{h8}-{h4}"},
	"Twilio": {"SK{h32}"}, "SendGrid": {"SG.{w22}.{w43}"}, "Mailgun": {"key-{h32}", "{h32}-{h8}-{h8}"},
	"Mailchimp": {"{h32}-us12", "{h32}-us6"}, "Brevo": {"xkeysib-{h64}-{A16}", "xsmtpsib-{h64}-{A16}"},
	"Resend": {"re_{A8}_{A24}"}, "Klaviyo": {"pk_{h34}"}, "Intercom": {"dG9rO{b55}="},

	"Shopify": {"shpat_{h32}", "shpca_{h32}", "shppa_{h32}", "shpss_{h32}", "shpua_{h32}"},
	"Square":  {"sq0atp-{w22}", "sq0csp-{w43}", "EAAA{w60}"}, "Braintree": {"access_token$production${L16}${h32}"},
	"Plaid":       {"access-production-{h8}-{h4}-{h4}-{h4}-{h12}", "access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Flutterwave": {"FLWSECK-{h32}-X", "FLWSECK_TEST-{h32}-X"}, "Paddle": {"pdl_live_apikey_{L26}_{A22}_{A3}"},
	"Shippo": {"shippo_live_{h40}", "shippo_test_{h40}"}, "EasyPost": {"EZAK{A54}", "EZTK{A54}"},
	"Duffel": {"duffel_live_{w43}"}, "Polar": {"polar_oat_{A43}"},

	"Atlassian": {"ATATT3xFfGF0{w170}={H8}", "ATCTT3xFfG{w170}={H8}"}, "Bitbucket": {"ATBB{A32}"},
	"Linear": {"lin_api_{A40}", "lin_oauth_{h64}"}, "Notion": {"secret_{A43}", "ntn_{d11}{A35}"},
	"Asana": {"1/{d16}:{h32}"}, "ClickUp": {"pk_{d8}_{U32}"}, "Figma": {"figd_{w40}", "figu_{w40}"},
	"Typeform": {"tfp_{w44}_{w14}"}, "Dropbox": {"sl.{w140}", "sl.u.{w140}"}, "Contentful": {"CFPAT-{w43}"},
	"HubSpot": {"pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}", "pat-eu1-{h8}-{h4}-{h4}-{h4}-{h12}"}, "Salesforce": {"00D{A12}!AQ{A90}"},
	"Retool": {"retool_01{L28}"}, "ReadMe": {"rdme_{L70}"}, "Mapbox": {"sk.eyJ{w80}.{w22}"}, "Facebook": {"EAA{A170}"},
	"X": {"AAAAAAAAAAAAAAAAAAAAA{A24}%2B{A40}%3D{A30}"}, "VK": {"vk1.a.{w180}"}, "Bitcoin": {"xprv{A107}"},
	"Nostr": {"nsec1{L58}"},
}

var vectorPart = regexp.MustCompile(`\{([A-Za-z])(\d+)\}`)

// filled is a vector with characters made up, by its text.
func filled(vector string) string {
	sets := map[string]string{
		"A": digits + upper + lowerCase, "L": digits + lowerCase, "U": digits + upper, "h": digits + "abcdef",
		"H": digits + "ABCDEF", "w": digits + upper + lowerCase + "_-", "b": digits + upper + lowerCase + "+/", "d": digits,
	}
	seed := uint64(len(vector))
	for _, c := range []byte(vector) {
		seed = seed*31 + uint64(c)
	}
	r := rand.New(rand.NewPCG(seed, 7))
	return vectorPart.ReplaceAllStringFunc(vector, func(part string) string {
		m := vectorPart.FindStringSubmatch(part)
		n, err := strconv.Atoi(m[2])
		set := sets[m[1]]
		if err != nil || set == "" {
			panic(part)
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = set[r.IntN(len(set))]
		}
		b[0], b[n-1] = set[r.IntN(10)], set[r.IntN(10)] // digits: no mark at the end is taken for one of a sentence
		return string(b)
	})
}

// places are where keys stand, %s for the key; with the key's spelling there.
var places = []struct {
	name, text string
	spell      func(key string) string
}{
	{"alone", "%s", nil},
	{"in a sentence", "The key is %s, keep it.", nil},
	{"in JSON", `{"text":"%s"}`, nil},
	{"in JSON in a string of JSON", `{"body":"{\"line\":\"one\\n%s\\n\"}"}`, nil},
	{"behind an escaped line end", `{"text":"one\n%s"}`, nil},
	{"in a header", "X-Thing: %s\r\nAccept: */*", nil},
	{"behind Bearer", "Authorization: Bearer %s", nil},
	{"in the environment", "THING=%s", nil},
	{"in a shell's export", `export THING="%s"`, nil},
	{"in YAML", "thing: %s\nother: 1", nil},
	{"in a query", "https://example.org/x?thing=%s&y=1", nil},
	{"in an encoded query", "https://example.org/x?thing=%s&y=1", url.QueryEscape},
	{"in base64", "value %s.", func(key string) string { return base64.StdEncoding.EncodeToString([]byte(key)) }},
	{"in base64 for addresses", "a=%s&", func(key string) string { return base64.RawURLEncoding.EncodeToString([]byte(key)) }},
	{"in base64 with more", "data: %s", func(key string) string {
		return base64.StdEncoding.EncodeToString([]byte("user: me\nthing=" + key + "\n"))
	}},
	{"in hexadecimal digits", "0x%s", func(key string) string { return hex.EncodeToString([]byte(key)) }},
	{"in large hexadecimal digits", "blob=%s", func(key string) string {
		return strings.ToUpper(hex.EncodeToString([]byte(key)))
	}},
}

// Every issuer has vectors. Each is found whole wherever it stands, and nothing of it is left; cut short, or with what
// people write in place of a key, it is none.
func TestIssuers(t *testing.T) {
	for _, s := range issuers() {
		if len(vectors[s.issuer]) == 0 {
			t.Errorf("%s has no vector", s.issuer)
		}
	}
	m := New()
	for issuer, of := range vectors {
		for _, vector := range of {
			key := filled(vector)
			for _, p := range places {
				spell := p.spell
				if spell == nil {
					spell = func(key string) string { return key }
				}
				spelled := spell(key)
				text := fmt.Sprintf(p.text, spelled)
				masked := m.Text(text)
				if left := leftOf(masked, strings.TrimPrefix(spelled, spell(public(key)))); left != "" {
					t.Errorf("%s %s %s: %q is left of %q: %q", issuer, vector, p.name, left, text, masked)
				}
				if json.Valid([]byte(text)) && !json.Valid([]byte(masked)) || m.Text(masked) != masked {
					t.Errorf("%s %s %s: %q, then %q", issuer, vector, p.name, masked, m.Text(masked))
				}
			}
		}
	}
}

// public is what of a key is the address that it stands in.
func public(key string) string {
	for _, mark := range []string{"webhooks/", "webhookb2/"} {
		if at := strings.Index(key, mark); at >= 0 {
			return key[:at+len(mark)]
		}
	}
	return ""
}

// leftOf is the longest part of a key that stands in a text, if it has more than a few characters.
func leftOf(text, key string) string {
	const few = 7
	for i := 0; i+few <= len(key); i++ {
		if strings.Contains(text, key[i:i+few]) {
			return key[i : i+few]
		}
	}
	return ""
}

// What is no key of a row: less of it than the form has, and what people write in its place.
func TestIssuers_NoKeys(t *testing.T) {
	for _, s := range issuers() {
		for _, mark := range s.marks {
			front := ""
			if s.front != nil {
				front = strings.Repeat("7a", 40)[:s.front.least-1]
			}
			for _, body := range []string{"", "Qm7Zt4K", "your-api-key-here", "your_key_goes_here", "<your key>",
				"${" + "KEY}", "...", strings.Repeat("x", 64), strings.Repeat("*", 40),
				strings.Repeat("X", s.leastLength())} {
				if text := front + mark + body; len(s.form) > 0 && len(Scan(text)) > 0 {
					t.Errorf("%s: %q is found", s.issuer, text)
				}
			}
		}
	}
	for _, text := range []string{
		"AKIAIOSFODNN7EXAMPLE", "AKIAI44QH8DHBEXAMPLE", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"sk-1234567890abcdef1234567890abcdef", "ghp_1234567890abcdefghijklmnopqrstuvwxyz", "gsk_" + strings.Repeat("x", 52),
		"sk-proj-xxxxxxxxxxxxxxxxxxxxxxxx", "sk-ant-api03-your-key-here-0000", "glpat-xxxxxxxxxxxxxxxxxxxx",
		"xoxb-your-bot-token-goes-here", "SG.xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk_test_your_stripe_secret_key_here", "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
		"SK4f3c2b1a09e8d7c6b5a4f3e2d1c0b9", "asgsk_" + long, "fw_createTheWholeConfigurationOfAll",
		"dapi_of_databricks_is_documented_there_and_elsewhere", "key-" + strings.Repeat("0", 32),
		"4f3c2b1a09e8d7c6b5a4f3e2d1c0b9a8", "4f3c2b1a-09e8-4d7c-86b5-a4f3e2d1c0b9", "pat-na1-",
		"secret_santa_wishes_you_a_merry_christmas_2024_all", "eyJrIjoi", "1/2 of all", "sl.no",
		"sha256-" + strings.Repeat("4f3c2b1a", 8), "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
		base64.StdEncoding.EncodeToString([]byte("The quick brown fox jumps over the lazy dog; no key, no token.")),
		base64.StdEncoding.EncodeToString([]byte("sk-your-openai-key-goes-here, or so")),
		hex.EncodeToString([]byte("The quick brown fox jumps over the lazy dog")), "%E5%AF%86%E7%A0%81%20is%20a%20password",
	} {
		if f := Scan(text); len(f) > 0 {
			t.Errorf("%q: found %q", text, text[f[0].Start:f[0].End])
		}
	}
}

// leastLength is that of all that stands behind the mark.
func (s shape) leastLength() int {
	n := 0
	for _, r := range s.form {
		n += len(r.sep) + r.least
	}
	return n
}

// No row repeats a mark with the same form, and each form can be fulfilled.
func TestIssuers_Rows(t *testing.T) {
	var seen []string
	for _, s := range issuers() {
		for _, mark := range s.marks {
			row := fmt.Sprint(mark, s.form, s.front)
			if slices.Contains(seen, row) {
				t.Errorf("%s: %s twice", s.issuer, mark)
			}
			seen = append(seen, row)
			if len(mark) < 2 || s.public && mark != strings.ToLower(mark) {
				t.Errorf("%s: the mark %q", s.issuer, mark)
			}
		}
		for _, r := range slices.Concat(s.form, []run{exactly(1, &word)}) {
			if r.of == nil || r.least < 1 || r.most != 0 && r.most < r.least {
				t.Errorf("%s: a run of %d to %d", s.issuer, r.least, r.most)
			}
		}
	}
}

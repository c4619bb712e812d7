package secretstest

// vectors are keys as in their issuers' documentation. Braces stand for generated text: so many characters of a set, so
// that no scanner takes this file for a leak.
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
		"xwfp-{d12}-{A40}", "https://hooks.slack.com/services/T{U10}/B{U10}/{A24}"},
	"Hugging Face": {"hf_{A34}", "api_org_{A34}"},
	"npm":          {"npm_{A36}"},
	"Telegram":     {"{d10}:AA{w33}", "{d9}:AA{w33}"},

	"Groq": {"gsk_{A52}"}, "xAI": {"xai-{A80}"}, "Replicate": {"r8_{A37}"}, "Perplexity": {"pplx-{h48}", "pplx-{A48}"},
	"Fireworks": {"fw_{A24}", "fw_{A22}"}, "Together": {"tgp_v1_{w43}"}, "Cerebras": {"csk-{L48}"},
	"NVIDIA": {"nvapi-{w64}"}, "Voyage": {"pa-{w43}"}, "Jina": {"jina_{h32}{w28}"}, "LlamaIndex": {"llx-{A48}"},
	"ElevenLabs": {"sk_{h48}"}, "LangSmith": {"lsv2_pt_{h32}_{h10}", "lsv2_sk_{h32}_{h10}", "ls__{h32}"},
	"Pinecone": {"pcsk_{A5}_{A63}"}, "Weights & Biases": {"wandb_v1_{A20}_{A50}"}, "Tavily": {"tvly-dev-{A32}",
		"tvly-{A32}"},
	"Firecrawl": {"fc-{h32}"}, "Apify": {"apify_api_{A36}"}, "E2B": {"e2b_{h40}"},
	"n8n": {"n8n_api_eyJ{w33}.eyJ{w100}.{w43}"},

	"Azure": {"{A3}8Q~{w34}", "{A3}7Q~{A31}", "{A52}JQQJ9{A27}"}, "Azure DevOps": {"{A76}AZDO{A4}"},
	"Alibaba Cloud": {"LTAI5t{A18}", "LTAI{A16}"}, "Tencent Cloud": {"AKID{A32}"}, "Yandex Cloud": {"AQVN{w35}"},
	"Baidu Cloud": {"bce-v3/ALTAK-{A21}/{h40}"}, "DigitalOcean": {"dop_v1_{h64}", "doo_v1_{h64}", "dor_v1_{h64}"},
	"Fly": {"fo1_{w43}", "fm1r_{b400}", "fm2_{b400}"}, "Cloudflare": {"cfut_{A40}", "v1.0-{h24}-{h146}"},
	"Heroku":  {"HRKU-AA{w58}", "HRKU-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Netlify": {"nfp_{A36}", "nfc_{A36}"}, "Vercel": {"vcp_{A56}", "vck_{A56}", "vercel_blob_rw_{A16}_{A30}"},
	"Render": {"rnd_{A28}"}, "Tailscale": {"tskey-auth-{A12}CNTRL-{A32}", "tskey-api-{A12}CNTRL-{A32}"},

	"Databricks": {"dapi{h32}", "dapi{h32}-2", "dose{h32}"}, "Supabase": {"sbp_{h40}", "sb_secret_{w22}_{A8}",
		"sbp_oauth_{h40}"},
	"PlanetScale": {"pscale_tkn_{w43}", "pscale_pw_{w43}", "pscale_oauth_{w43}"}, "Neon": {"napi_{L64}"},
	"MongoDB Atlas": {"mdb_sa_sk_{w40}"}, "Aiven": {"AVNS_{w19}"}, "Confluent": {"cflt{b60}"},
	"dbt": {"dbtc_{w44}", "dbtu_{w44}"}, "Prefect": {"pnu_{A36}"}, "Airtable": {"pat{A14}.{h64}"},

	"Docker": {"dckr_pat_{w27}", "dckr_oat_{w32}"}, "PyPI": {"pypi-AgEIcHlwaS5vcmc{w150}",
		"pypi-AgENdGVzdC5weXBpLm9yZw{w150}"},
	"RubyGems": {"rubygems_{h48}"}, "NuGet": {"oy2{L43}"}, "crates.io": {"cio{A32}"}, "Clojars": {"CLOJARS_{h60}"},
	"HashiCorp Vault": {"hvs.{A24}", "hvs.CAES{w90}", "hvb.{w150}"}, "HCP Terraform": {"{A14}.atlasv1.{w67}"},
	"Pulumi": {"pul-{h40}"}, "Doppler": {"dp.pt.{A43}", "dp.st.dev.{A43}", "dp.sa.{A43}", "dp.ct.{A43}",
		"dp.scim.{A43}"},
	"1Password": {"ops_eyJ{b300}", "A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}"}, "CircleCI": {"CCIPAT_{A22}_{h40}"},
	"Buildkite": {"bkua_{h40}"}, "SonarQube": {"squ_{h40}", "sqp_{h40}", "sqa_{h40}"}, "Snyk": {"snyk_uat.{h8}.{w80}"},
	"JFrog": {"AKCp{A69}", "cmVmdGtu{A56}"}, "Infracost": {"ico-{A32}"}, "Postman": {"PMAK-{h24}-{h34}"},
	"age": {"AGE-SECRET-KEY-1{U58}", "age-secret-key-1{L58}"},

	"Grafana": {"glsa_{A32}_{h8}", "glc_{b120}", "eyJrIjoi{b90}"}, "Sentry": {"sntrys_eyJ{b150}_{b43}", "sntryu_{h64}"},
	"New Relic": {"NRAK-{U27}", "{h36}NRAL", "eu01xx{h30}NRAL"}, "Honeycomb": {"hcaik_01{L56}"},
	"PostHog": {"phx_{A43}"}, "LaunchDarkly": {"sdk-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Axiom":     {"xaat-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Dynatrace": {"dt0c01.{U24}.{U64}"},

	"Discord": {"MTEx{A20}.{w6}.{w38}", "NzkyNzE1NDU0MTk2MDg4ODQy.{w6}.{w27}", "mfa.{w84}",
		"https://discord.com/api/webhooks/{d18}/{w68}"},
	"Microsoft Teams": {"https://acme.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@" +
		"{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{h32}/{h8}-{h4}"},
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
	"HubSpot":    {"pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}", "pat-eu1-{h8}-{h4}-{h4}-{h4}-{h12}"},
	"Salesforce": {"00D{A12}!AQ{A90}"},
	"Retool":     {"retool_01{L28}"}, "ReadMe": {"rdme_{L70}"}, "Mapbox": {"sk.eyJ{w80}.{w22}"},
	"Facebook": {"EAA{A170}"},
	"X":        {"AAAAAAAAAAAAAAAAAAAAA{A24}%2B{A40}%3D{A30}"}, "VK": {"vk1.a.{w180}"}, "Bitcoin": {"xprv{A107}"},
	"Nostr": {"nsec1{L58}"},
}

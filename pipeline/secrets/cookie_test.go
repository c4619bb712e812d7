package secrets

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets/secretstest"
)

// values returns the secrets of a text.
func values(text string) []string {
	var all []string
	for _, f := range New().Scan(text) {
		all = append(all, text[f.Start:f.End])
	}
	return all
}

func TestCookies(t *testing.T) {
	const session, other = "s3ss10n" + letters, letters + number
	for text, want := range map[string][]string{
		"Cookie: session=" + session:                                      {session},
		"Cookie: theme=dark; session=" + session + "; lang=en":            {session},
		"cookie:sid=" + session + ";csrftoken=" + other:                   {session, other},
		"Set-Cookie: sid=" + session + "; Path=/; Max-Age=3600; HttpOnly": {session},
		"set-cookie: connect.sid=s%3A" + session + ".a%2Fb; Secure; SameSite=Lax; Domain=example.org": {
			"s%3A" + session + ".a%2Fb"},
		"Set-Cookie: cf_clearance=" + other + "-1700000000-0.0.1; path=/": {other +
			"-1700000000-0.0.1"},
		`{"Cookie": "theme=dark; PHPSESSID=abc4def8ghi"}`:                                   {"abc4def8ghi"},
		`{"body":"{\"cookie\":\"a=1; auth_token=` + session + `; b=2\"}"}`:                  {session},
		`{"Set-Cookie": ["sid=` + session + `; Path=/"]}`:                                   {session},
		`curl -H 'Cookie: JSESSIONID=` + session + `' https://example.org`:                  {session},
		`curl --cookie "a=b; session=` + session + `" https://example.org`:                  {session},
		`document.cookie = "token=` + session + `; path=/"`:                                 {session},
		"Cookie: a=\"x\"; session=\"" + session + "\"; b=c":                                 {session},
		"> Cookie: _ga=GA1.2.1234567890.1600000000; sessionid=" + session + "\r\n> Accept:": {session},
		`["Cookie", "sid=` + session + `"]`:                                                 {session},
		`{"name":"Cookie","value":"a=b; sid=` + session + `"}`:                              {session},
		"Cookie: Secure; session=" + session:                                                nil,
		"Cookie: theme=dark; lang=en-GB; cookieconsent=accepted":                            nil,
		"Cookie: session=<your session>; sid=${SID}; token=xxxxxxxxxxxx; auth=your-token1":  nil,
		"Cookie: _ga=GA1.2." + number + "." + number + "; _gid=GA1.2." + number:             nil,
		"Set-Cookie: lang=en; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/; Max-Age=86400": nil,
		"Accept cookies: yes, 12 of them, and a cookie jar = full of them":                  nil,
		"session=" + "wednesday":                                                            nil,
		"The cookie: it crumbles. session = monday":                                         nil,
	} {
		if d := cmp.Diff(want, values(text)); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

func TestQueries(t *testing.T) {
	const key = letters + "Wq1"
	for text, want := range map[string][]string{
		"https://example.org/x?key=" + key:                                  {key},
		"https://example.org/x?a=1&key=" + key + "&b=2":                     {key},
		"https://example.org/x?a=1&amp;key=" + key + "&amp;b=2":             {key},
		`{"url":"https://example.org/x?a=1\u0026key=` + key + `\u0026b=2"}`: {key},
		"https://x.example.org/c?sv=2024-01-01&se=2026-01-01&sig=" + key + "%2F" + key + "%3D&x=1": {
			key + "%2F" + key + "%3D"},
		"https://b.example.org/o?X-Amz-Credential=x&X-Amz-Signature=" + secretstest.Filled("{h64}"): {
			secretstest.Filled("{h64}")},
		"https://example.org/x?access_token=" + key:                                {key},
		"https://example.org/login?next=%2Fx%3Faccess_token%3D" + key + "%26b%3D2": {key},
		"https://example.org/login?next=%2Fx%3Fa%3D1%26key%3D" + key + "%26b%3D2":  {key},
		"https://example.org/x?api_key=" + key + "#top":                            {key},
		"https://example.org/login?next=x%3Fpassword%3DTr0ub4dor!3%26b%3D2":        {"Tr0ub4dor!3"},
		"callback?access_token=" + key + "%2B" + letters + "&state=1": {key + "%2B" +
			letters},
		"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + long + "Q==;EndpointSuffix=x": {long + "Q=="},
		"Endpoint=sb://x/;SharedAccessKeyName=n;SharedAccessKey=" + long + "Q=":                    {long + "Q="},
		"key=" + key:                                        nil,
		"https://example.org/x?sort_key=" + key:             nil,
		"https://example.org/x?key=your-api-key-goes-here":  nil,
		"https://example.org/x?key=Some_Article_About_Keys": nil,
		"https://maps.example.org/x?key=YOUR_API_KEY&q=1":   nil,
		"https://example.org/x?code=200&sig=none&key=name":  nil,
	} {
		if d := cmp.Diff(want, values(text)); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

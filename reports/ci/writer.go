package ci

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

type (
	testCase struct {
		XMLName xml.Name     `xml:"testcase"`
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		File    string       `xml:"file,attr,omitempty"`
		Line    string       `xml:"line,attr,omitempty"`
		Time    string       `xml:"time,attr"` // "0": single cases are not timed
		Error   *outcomeText `xml:"error"`
		Failure *outcomeText `xml:"failure"`
		Skipped *outcomeText `xml:"skipped"`
		Output  string       `xml:"system-out,omitempty"`
	}
	// outcomeText repeats its words: some readers show the message, some the text.
	outcomeText struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	counts struct {
		suite                            string
		tests, failures, errors, skipped int
	}
)

// mostMessage is how many bytes of the first line form the message.
const mostMessage = 500

func outcome(kind string, lines []string) *outcomeText {
	first := "no reason is given"
	if len(lines) > 0 && strings.TrimSpace(lines[0]) != "" {
		first = lines[0]
	} else {
		lines = []string{first}
	}
	message := xmlLine(printable.ClipBytes(first, mostMessage))
	return &outcomeText{Type: kind, Message: message, Text: xmlLines(strings.Join(lines, "\n"))}
}

func (c *counts) add(t testCase) {
	c.tests++
	switch {
	case t.Error != nil:
		c.errors++
	case t.Failure != nil:
		c.failures++
	case t.Skipped != nil:
		c.skipped++
	}
}

func total(all []counts) counts {
	var sum counts
	for _, c := range all {
		sum.tests += c.tests
		sum.failures += c.failures
		sum.errors += c.errors
		sum.skipped += c.skipped
	}
	return sum
}

// writer writes suites counted in advance.
type writer struct {
	enc   *xml.Encoder
	ahead []counts // of the suites that are still to come
	suite string
	open  bool
}

// write writes a test case, and begins its suite if it is a new one.
func (w *writer) write(suite string, t testCase) error {
	if !w.open || w.suite != suite {
		if w.open {
			if err := w.end("testsuite"); err != nil {
				return err
			}
		}
		if err := w.begin("testsuite", suite, w.ahead[0], "0", true); err != nil {
			return err
		}
		w.suite, w.open, w.ahead = suite, true, w.ahead[1:]
	}
	return w.enc.Encode(t)
}

// begin begins suites or a suite. The schema has no skipped for all suites.
func (w *writer) begin(element, name string, c counts, seconds string, skipped bool) error {
	start := xml.StartElement{Name: xml.Name{Local: element}, Attr: []xml.Attr{
		attr("name", xmlLine(name)), attr("tests", strconv.Itoa(c.tests)),
		attr("failures", strconv.Itoa(c.failures)), attr("errors", strconv.Itoa(c.errors)),
	}}
	if skipped {
		start.Attr = append(start.Attr, attr("skipped", strconv.Itoa(c.skipped)))
	}
	start.Attr = append(start.Attr, attr("time", seconds))
	return w.enc.EncodeToken(start)
}

// close ends the last suite and the suites.
func (w *writer) close() error {
	if w.open {
		if err := w.end("testsuite"); err != nil {
			return err
		}
	}
	return w.end("testsuites")
}

func (w *writer) end(element string) error {
	return w.enc.EncodeToken(xml.EndElement{Name: xml.Name{Local: element}})
}

func attr(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }

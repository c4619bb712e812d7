package reports

import (
	"encoding/xml"
	"strconv"
	"strings"
)

type (
	junitCase struct {
		XMLName xml.Name      `xml:"testcase"`
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    string        `xml:"line,attr,omitempty"`
		Time    string        `xml:"time,attr"` // "0": nobody has measured a case by itself
		Error   *junitOutcome `xml:"error"`
		Failure *junitOutcome `xml:"failure"`
		Skipped *junitOutcome `xml:"skipped"`
		Output  string        `xml:"system-out,omitempty"`
	}
	// junitOutcome has its words twice: some readers show the message, some the text.
	junitOutcome struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitCounts struct {
		suite                            string
		tests, failures, errors, skipped int
	}
)

// mostJUnitMessage is how many bytes of the first line are the message.
const mostJUnitMessage = 500

func outcome(kind string, lines []string) *junitOutcome {
	first := "no reason is given"
	if len(lines) > 0 && strings.TrimSpace(lines[0]) != "" {
		first = lines[0]
	} else {
		lines = []string{first}
	}
	return &junitOutcome{Type: kind, Message: xmlLine(clipBytes(first, mostJUnitMessage)), Text: xmlLines(strings.Join(lines, "\n"))}
}

func (c *junitCounts) add(t junitCase) {
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

func total(counts []junitCounts) junitCounts {
	var sum junitCounts
	for _, c := range counts {
		sum.tests += c.tests
		sum.failures += c.failures
		sum.errors += c.errors
		sum.skipped += c.skipped
	}
	return sum
}

// junitWriter writes suites that were counted before.
type junitWriter struct {
	enc    *xml.Encoder
	counts []junitCounts // of the suites that are still to come
	suite  string
	open   bool
}

// write writes a test case, and begins its suite where it is another one than before.
func (w *junitWriter) write(suite string, t junitCase) error {
	if !w.open || w.suite != suite {
		if w.open {
			if err := w.end("testsuite"); err != nil {
				return err
			}
		}
		if err := w.begin("testsuite", suite, w.counts[0], "0", true); err != nil {
			return err
		}
		w.suite, w.open, w.counts = suite, true, w.counts[1:]
	}
	return w.enc.Encode(t)
}

// begin begins suites or a suite. The schema knows no skipped of all suites.
func (w *junitWriter) begin(element, name string, c junitCounts, seconds string, skipped bool) error {
	start := xml.StartElement{Name: xml.Name{Local: element}, Attr: []xml.Attr{
		attr("name", xmlLine(name)), attr("tests", strconv.Itoa(c.tests)), attr("failures", strconv.Itoa(c.failures)), attr("errors", strconv.Itoa(c.errors)),
	}}
	if skipped {
		start.Attr = append(start.Attr, attr("skipped", strconv.Itoa(c.skipped)))
	}
	start.Attr = append(start.Attr, attr("time", seconds))
	return w.enc.EncodeToken(start)
}

// close ends the last suite and the suites.
func (w *junitWriter) close() error {
	if w.open {
		if err := w.end("testsuite"); err != nil {
			return err
		}
	}
	return w.end("testsuites")
}

func (w *junitWriter) end(element string) error {
	return w.enc.EncodeToken(xml.EndElement{Name: xml.Name{Local: element}})
}

func attr(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }

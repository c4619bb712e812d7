package page_test

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "take the pictures in docs/page anew")

// picture returns what the window shows, as PNG.
func (p *tab) picture() []byte {
	p.Helper()
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	return smaller(p, data)
}

// smaller returns a PNG with at most 256 colours, which pictures of text and bars hardly show: the most frequent ones,
// and for each other one the nearest of them.
func smaller(t *tab, data []byte) []byte {
	t.Helper()
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	area, times := shot.Bounds(), map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(shot.At(x, y)).(color.RGBA) }
	for y := range area.Dy() {
		for x := range area.Dx() {
			times[at(x, y)]++
		}
	}
	frequent := slices.SortedFunc(maps.Keys(times), func(a, b color.RGBA) int {
		return cmp.Or(times[b]-times[a], bytes.Compare([]byte{a.R, a.G, a.B}, []byte{b.R, b.G, b.B}))
	})
	var palette color.Palette
	for _, c := range frequent[:min(256, len(frequent))] {
		palette = append(palette, c)
	}
	nearest, drawn := map[color.RGBA]uint8{}, image.NewPaletted(area, palette)
	for c := range times {
		nearest[c] = uint8(palette.Index(c))
	}
	for y := range area.Dy() {
		for x := range area.Dx() {
			drawn.SetColorIndex(x, y, nearest[at(x, y)])
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, drawn); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestPictures takes the pictures in docs/page: each view in light and dark.
func TestPictures(t *testing.T) {
	if !*update {
		t.Skip("make screenshots takes the pictures of the page anew")
	}
	const most = 150 << 10 // bytes of a picture
	b := startBrowser(t)
	dir := filepath.Join("..", "..", "..", "..", "docs", "page")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	whole := b.open(t, edited(t).page())
	compared := b.open(t, everything(t).compared("latest~1", "latest"))
	edit := whole.first("#/changes", "/changes/")
	for _, c := range []struct {
		name, link string
		p          *tab
	}{
		{"overview", "#/", whole}, {"changes", edit, whole}, {"cases", "#/cases", whole},
		{"case", "#/case/beaver-scores/stock-taking/" + url.PathEscape("turn-1/router"), whole},
		{"faults", "#/faults", whole}, {"tokens", "#/tokens", whole}, {"coverage", "#/coverage", whole},
		{"routing", "#/routing", whole}, {"compare", "#/compare", compared},
	} {
		c.p.visit(c.link)
		for _, theme := range []string{"light", "dark"} {
			c.p.theme(theme)
			picture := c.p.picture()
			if len(picture) > most {
				t.Errorf("%s, %s: %d bytes, more than %d", c.name, theme, len(picture), most)
			}
			file := filepath.Join(dir, c.name+"-"+theme+".png")
			if err := os.WriteFile(file, picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// first returns the first link of a view to an address with this text.
func (p *tab) first(view, text string) string {
	p.Helper()
	p.visit(view)
	for _, link := range p.look().Links {
		if strings.Contains(link, text) {
			return link
		}
	}
	p.Fatalf("%s has no link to %s", view, text)
	return ""
}

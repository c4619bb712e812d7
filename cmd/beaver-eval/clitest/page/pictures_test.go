package page_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
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

// TestLook takes pictures for a look at them.
func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip("LOOK")
	}
	b := startBrowser(t)
	for name, file := range map[string]string{"every": everything(t).page(), "starter": starter(t).page()} {
		p := b.open(t, file)
		seen := map[string]int{}
		queue := []string{"#/"}
		for len(queue) > 0 {
			link := queue[0]
			queue = queue[1:]
			kind := kindOf(link)
			if seen[kind] > 0 {
				continue
			}
			seen[kind]++
			p.visit(link)
			queue = append(queue, p.look().Links...)
			p.theme("light")
			p.resize(size{1440, max(400, min(3000, eval[int64](p, `document.documentElement.scrollHeight`)))})
			os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%02d-light.png", name, len(seen))), p.picture(), 0o600)
			p.theme("dark")
			os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%02d-dark.png", name, len(seen))), p.picture(), 0o600)
			p.resize(phone)
			if w := p.look().Wide; w > 0 {
				t.Errorf("%s is %d pixels too wide", link, w)
			}
			os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%02d-phone.png", name, len(seen))), p.picture(), 0o600)
			p.resize(desktop)
			t.Log(len(seen), link)
		}
	}
}

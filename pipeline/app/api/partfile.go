package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
)

// file is the line that stands for an image, a file or a sound, as [image image/png 8 bytes sha256:0123456789abcdef] or
// [image https://…]. What the line says is taken out of the part; data that nobody can decode stays there.
func (p *partReader) file(kind string, o *object) string {
	o.take("type")
	if line, ok := partSource(o); ok {
		return "[" + kind + " " + line + "]"
	}
	for _, key := range []string{"image_url", "file", "input_audio"} {
		inner, err := splitObject(o.has(key))
		if err != nil {
			continue
		}
		if line, ok := partSource(inner); ok {
			partPut(o, key, p.rest(inner))
			return "[" + kind + " " + line + "]"
		}
	}
	return "[" + kind + "]"
}

// partSource takes out where a file is from: its data, else its address, else its id.
func partSource(o *object) (line string, ok bool) {
	for _, key := range []string{"data", "file_data"} {
		if data, _ := partText(o.has(key)); data != "" {
			format, _ := partText(o.has("format"))
			if line, ok := partData(data, format); ok {
				o.take(key)
				o.takeText("format")
				return line, true
			}
		}
	}
	for _, key := range []string{"image_url", "url", "file_url", "file_id"} {
		source, _ := partText(o.has(key))
		if strings.HasPrefix(source, "data:") {
			source, _ = partData(source, "")
		}
		if source != "" {
			o.take(key)
			return source, true
		}
	}
	return "", false
}

// partData describes data: a data URL, or base64 alone, of a format such as wav.
func partData(text, format string) (line string, ok bool) {
	media, data, ok := partDecode(text)
	if !ok {
		return "", false
	}
	for _, word := range []string{media, format} {
		if word != "" {
			line += word + " "
		}
	}
	sum := sha256.Sum256(data)
	return line + strconv.Itoa(len(data)) + " bytes sha256:" + hex.EncodeToString(sum[:8]), true
}

func partDecode(text string) (media string, data []byte, ok bool) {
	text, isURL := strings.CutPrefix(text, "data:")
	if !isURL {
		data, ok = partBase64(text)
		return "", data, ok
	}
	head, body, ok := strings.Cut(text, ",")
	if !ok {
		return "", nil, false
	}
	if media, is64 := strings.CutSuffix(head, ";base64"); is64 {
		data, ok = partBase64(body)
		return media, data, ok
	}
	plain, err := url.PathUnescape(body)
	return head, []byte(plain), err == nil
}

func partBase64(text string) (data []byte, ok bool) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		data, err = base64.RawStdEncoding.DecodeString(text)
	}
	return data, err == nil
}

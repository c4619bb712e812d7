package provider

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
)

// Data describes data: a data URL, or base64 alone, of a format such as wav.
func Data(text, format string) (line string, ok bool) {
	media, data, ok := decoded(text)
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

func decoded(text string) (media string, data []byte, ok bool) {
	text, isURL := strings.CutPrefix(text, "data:")
	if !isURL {
		data, ok = base64Data(text)
		return "", data, ok
	}
	head, body, ok := strings.Cut(text, ",")
	if !ok {
		return "", nil, false
	}
	if media, is64 := strings.CutSuffix(head, ";base64"); is64 {
		data, ok = base64Data(body)
		return media, data, ok
	}
	plain, err := url.PathUnescape(body)
	return head, []byte(plain), err == nil
}

func base64Data(text string) (data []byte, ok bool) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		data, err = base64.RawStdEncoding.DecodeString(text)
	}
	return data, err == nil
}

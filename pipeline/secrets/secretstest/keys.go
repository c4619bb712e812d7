// Package secretstest generates fake keys of all issuers, for tests: they have the right form, and open nothing.
package secretstest

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Key is a fake key.
type Key struct {
	Issuer, Vector string // the form, as documented
	Public         string // a leading part that is an address, and no secret
	Text           string
}

// Keys returns a key for each form of each issuer, always the same ones.
func Keys() []Key {
	var all []Key
	for _, issuer := range slices.Sorted(maps.Keys(vectors)) {
		for _, vector := range vectors[issuer] {
			text := Filled(vector)
			all = append(all, Key{Issuer: issuer, Vector: vector, Public: public(text), Text: text})
		}
	}
	return all
}

// public returns the part of a key that is an address.
func public(key string) string {
	for _, mark := range []string{"webhooks/", "webhookb2/", "services/"} {
		if at := strings.Index(key, mark); at >= 0 {
			return key[:at+len(mark)]
		}
	}
	return ""
}

var vectorPart = regexp.MustCompile(`\{([ALUhHwbd])(\d+)\}`)

// Filled returns a vector with generated characters, derived from its text.
func Filled(vector string) string {
	const digits, upper, lower = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	sets := map[string]string{
		"A": digits + upper + lower, "L": digits + lower, "U": digits + upper, "h": digits + "abcdef",
		"H": digits + "ABCDEF", "w": digits + upper + lower + "_-", "b": digits + upper + lower + "+/", "d": digits,
	}
	seed := uint64(len(vector))
	for _, c := range []byte(vector) {
		seed = seed*31 + uint64(c)
	}
	r := rand.New(rand.NewPCG(seed, 7))
	return vectorPart.ReplaceAllStringFunc(vector, func(part string) string {
		set := sets[part[1:2]]
		n, err := strconv.Atoi(part[2 : len(part)-1])
		if err != nil || n == 0 {
			return part
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = set[r.IntN(len(set))]
		}
		b[0], b[n-1] = set[r.IntN(10)], set[r.IntN(10)] // digits: no mark at the end is taken for one of a sentence
		return string(b)
	})
}

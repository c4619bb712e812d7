package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
)

// A server with TLS and nkeys lets in who has the key, by a URL or by a context of the nats command line.
func TestTLSAndKeys(t *testing.T) {
	dir := t.TempDir()
	writeCertificate(t, dir)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, seedErr := user.Seed()
	public, err := user.PublicKey()
	contexts := filepath.Join(dir, "nats", "context")
	nk, ca := filepath.Join(dir, "user.nk"), filepath.Join(dir, "ca.pem")
	if err := errors.Join(err, seedErr, os.WriteFile(nk, seed, 0o600), os.MkdirAll(contexts, 0o700)); err != nil {
		t.Fatal(err)
	}
	c := newCluster(t, 1, fmt.Sprintf("tls: {cert_file: %q, key_file: %q}\nauthorization: {users: [{nkey: %s}]}", ca,
		filepath.Join(dir, "key.pem"), public))
	host := strings.TrimPrefix(c.url, "nats://")
	settings := fmt.Sprintf(`{"url": "tls://%s", "nkey": %q, "ca": %q}`, host, nk, ca)
	if err := os.WriteFile(filepath.Join(contexts, "pool.json"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", dir)
	with := fmt.Sprintf("tls://%s?nkey=%s&ca=%s", host, nk, ca)
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) { // until the server has started
		if err = enters(t, with); err == nil || time.Since(begun) > time.Minute {
			break
		}
	}
	if err != nil {
		t.Errorf("with key and CA: %v", err)
	}
	if err := enters(t, "context:pool"); err != nil {
		t.Errorf("by a context: %v", err)
	}
	for _, without := range []string{
		fmt.Sprintf("tls://%s?ca=%s", host, ca), fmt.Sprintf("tls://%s?nkey=%s", host, nk), "context:other",
	} {
		if err := enters(t, without); err == nil {
			t.Errorf("%s is let in", without)
		}
	}
}

// enters opens a queue and the streams of it.
func enters(t *testing.T, address string) error {
	c, err := queue{silence: shortSilence}.open(address, func(lines string) { t.Log(lines) })
	if err != nil {
		return err
	}
	defer c.conn.Close()
	_, err = c.openStreams(t.Context())
	return err
}

// writeCertificate writes ca.pem, a certificate of 127.0.0.1, and key.pem.
func writeCertificate(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"ca.pem": {Type: "CERTIFICATE", Bytes: certificate}, "key.pem": {Type: "EC PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

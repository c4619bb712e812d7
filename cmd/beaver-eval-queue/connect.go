package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/natscontext"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// contextPrefix begins a value of --queue that names a context of the nats command line.
const contextPrefix = "context:"

// client is a connection to a queue.
type client struct {
	js   jetstream.JetStream
	conn *nats.Conn
	tell func(lines string)

	clustered bool          // several servers share the streams
	silence   time.Duration // of a worker, after which it is dead
}

// open connects to the servers of a URL: nats://HOST or tls://HOST, also several with commas between, or context:NAME.
func (q queue) open(address string, tell func(string)) (*client, error) {
	c := &client{tell: tell, silence: q.silence}
	if name, is := strings.CutPrefix(address, contextPrefix); is {
		conn, settings, err := natscontext.Connect(name, c.options()...)
		if err != nil {
			return nil, fmt.Errorf("--queue %s: %w", address, err)
		}
		return c.opened(conn, settings.JSDomain)
	}
	servers, options, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	conn, err := nats.Connect(servers, append(options, c.options()...)...)
	if err != nil {
		return nil, fmt.Errorf("--queue %s: %w: is a NATS server running there, with JetStream?",
			secrets.New().Text(address), err)
	}
	return c.opened(conn, "")
}

// openInside connects to a server of this process.
func (q queue) openInside(s nats.InProcessConnProvider, tell func(string)) (*client, error) {
	c := &client{tell: tell, silence: q.silence}
	conn, err := nats.Connect("", append(c.options(), nats.InProcessServer(s))...)
	if err != nil {
		return nil, err
	}
	return c.opened(conn, "")
}

func (c *client) opened(conn *nats.Conn, domain string) (*client, error) {
	var err error
	c.conn, c.clustered = conn, conn.ConnectedClusterName() != ""
	if domain == "" {
		c.js, err = jetstream.New(conn)
	} else {
		c.js, err = jetstream.NewWithDomain(conn, domain)
	}
	if at, parsed := url.Parse(conn.ConnectedUrl()); parsed == nil && remote(at.Hostname()) {
		if _, plain := conn.TLSConnectionState(); plain != nil {
			c.tell(fmt.Sprintf("warning: %s is another machine, and the connection has no TLS: prompts and answers "+
				"can be read on the way", at.Hostname()))
		}
	}
	return c, err
}

func remote(host string) bool {
	ip := net.ParseIP(host)
	return host != "" && host != "localhost" && (ip == nil || !ip.IsLoopback())
}

// options are those of every connection: it is never given up.
func (c *client) options() []nats.Option {
	return []nats.Option{
		nats.Name("beaver-eval-queue"), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.Timeout(10 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.tell("the connection to the queue is lost; trying again: " + err.Error())
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.tell("the queue: " + err.Error())
			}
		}),
	}
}

// parseAddress splits the parameters off the addresses of servers: creds, nkey, ca, cert and key, which name files.
func parseAddress(address string) (servers string, options []nats.Option, err error) {
	servers, query, _ := strings.Cut(address, "?")
	for server := range strings.SplitSeq(servers, ",") {
		u, err := url.Parse(strings.TrimSpace(server))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return "", nil, fmt.Errorf("--queue: want nats://HOST:4222, tls://HOST, several of them with commas "+
				"between, context:NAME or embedded, got %q", secrets.New().Text(server))
		}
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", nil, fmt.Errorf("--queue: after ?: %w", err)
	}
	for name, files := range values {
		file := files[len(files)-1]
		switch name {
		case "creds":
			options = append(options, nats.UserCredentials(file))
		case "nkey":
			option, err := nats.NkeyOptionFromSeed(file)
			if err != nil {
				return "", nil, fmt.Errorf("--queue: nkey: %w", err)
			}
			options = append(options, option)
		case "ca":
			options = append(options, nats.RootCAs(file))
		case "cert":
			options = append(options, nats.ClientCert(file, values.Get("key")))
		case "key":
			if !values.Has("cert") {
				return "", nil, errors.New("--queue: key goes with cert")
			}
		default:
			return "", nil, fmt.Errorf("--queue: want creds, nkey, ca, cert or key after ?, each with a file, got %q",
				name)
		}
	}
	return servers, options, nil
}

// Waits between two tries of a request.
const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
	patience    = 15 * time.Second // of one try
	untilTold   = 5 * time.Second  // of trying, until people are told of it
)

// try asks the queue until it answers: a server may be gone, or the others choose a leader. final reports which errors
// are answers.
func (c *client) try(ctx context.Context, what string, ask func(context.Context) error, final ...error) error {
	begun, told := time.Now(), false
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		one, stop := context.WithTimeout(ctx, patience)
		err := ask(one)
		stop()
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		for _, f := range final {
			if errors.Is(err, f) {
				return err
			}
		}
		if !told && time.Since(begun) > untilTold {
			told = true
			c.tell(fmt.Sprintf("the queue does not answer, to %s: %v; trying on", what, err))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

package program

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"time"
)

// service is a program that serves requests throughout its case.
type service struct {
	*launcher
	process *process
	port    int
	url     string
	stdout  *tail
}

func (s *service) turn(ctx context.Context, n int, text string) (string, error) {
	if s.process == nil {
		if err := s.startReady(ctx); err != nil {
			return "", err
		}
	}
	if isClosed(s.process.done) {
		return "", s.process.exit(fmt.Sprintf("turn %d", n))
	}
	body, err := body(s.config.Post.Body, s.values(map[string]string{textVariable: text, caseVariable: s.setup.Case}))
	if err != nil {
		return "", err
	}
	answer, err := s.post(ctx, body)
	if err != nil {
		return "", err
	}
	reply, err := replyIn(answer, s.config.Post.Reply)
	if err != nil {
		return "", err
	}
	return whole(reply, "the service's reply", s.process.last)
}

// values returns the variables of the request, with more of its own.
func (s *service) values(more map[string]string) map[string]string {
	values := map[string]string{portVariable: strconv.Itoa(s.port)}
	for _, m := range []map[string]string{s.setup.Vars, more} {
		for name, value := range m {
			values[name] = value
		}
	}
	return values
}

// startReady starts the service and waits until its port accepts a connection. Somebody else may take a port that was
// free: then it tries another one.
func (s *service) startReady(ctx context.Context) error {
	const ports = 3
	for try := 1; ; try++ {
		err := s.startOnce(ctx)
		if _, exited := errors.AsType[*ExitError](err); !exited || try == ports || free(s.port) {
			return err
		}
	}
}

func (s *service) startOnce(ctx context.Context) error {
	s.setup.Ports.release(s.port)
	var err error
	if s.port, err = s.setup.Ports.take(); err != nil {
		return &StartError{s.config.Serve[0], "no free port: " + cause(err).Error()}
	}
	if s.url, err = expand(s.config.Post.URL, lookupIn(s.values(nil))); err != nil {
		return err
	}
	port := map[string]string{portVariable: strconv.Itoa(s.port)}
	args := make([]string, len(s.config.Serve))
	for i, arg := range s.config.Serve {
		args[i] = withPort(arg, port[portVariable])
	}
	s.stdout = &tail{}
	if s.process, err = s.start(args, port, s.stdout); err != nil {
		return err
	}
	return s.ready(ctx)
}

// portInArgument matches $PORT as a whole name.
var portInArgument = regexp.MustCompile(`\$(?:PORT\b|\{PORT\})`)

// withPort writes the port into an argument. Other dollar signs belong to the program: the argument may be a script.
func withPort(arg, port string) string { return portInArgument.ReplaceAllLiteralString(arg, port) }

// ready waits until the port accepts a connection.
func (s *service) ready(ctx context.Context) error {
	const interval = 10 * time.Millisecond
	u, err := url.Parse(s.url)
	if err != nil {
		return &ProtocolError{What: "the request has no valid URL", Line: shown(s.url)}
	}
	dialer := net.Dialer{Timeout: time.Second}
	for {
		c, err := dialer.DialContext(ctx, "tcp", u.Host)
		if err == nil {
			c.Close()
		}
		select {
		case <-s.process.done:
			return s.process.exit("it listened on its port ($PORT)")
		case <-ctx.Done():
			return s.process.timeout(ctx, "nothing listens at "+u.Hostname()+" and $PORT")
		case <-time.After(interval):
		}
		if err == nil {
			return nil
		}
	}
}

// free reports whether a port can be listened on.
func free(port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err == nil {
		l.Close()
	}
	return err == nil
}

// post sends a body and returns the answer.
func (s *service) post(ctx context.Context, body string) (string, error) {
	watched, stop := context.WithCancel(ctx)
	defer stop()
	go func() { // after the service ends, only the data already sent is read
		select {
		case <-s.process.done:
			time.AfterFunc(outputDelay, stop)
		case <-watched.Done():
		}
	}()
	answer, err := postJSON(watched, s.url, body)
	if err != nil {
		return "", s.broken(ctx, err)
	}
	return answer, nil
}

// broken returns why a request failed.
func (s *service) broken(ctx context.Context, err error) error {
	if _, typed := errors.AsType[*StatusError](err); typed {
		return err
	}
	if _, typed := errors.AsType[*FloodError](err); typed {
		s.process.kill()
		return err
	}
	if ctx.Err() != nil {
		return s.process.timeout(ctx, "")
	}
	s.process.await(outputDelay)
	if isClosed(s.process.done) {
		return s.process.exit("its reply")
	}
	return &ProtocolError{"the request to the service failed", shown(cause(err).Error())}
}

// close asks the service to end.
func (s *service) close() error {
	defer s.setup.Ports.release(s.port)
	if s.process == nil || isClosed(s.process.done) {
		return nil
	}
	if s.process.group.Ask() {
		s.process.await(s.process.grace)
	}
	s.process.kill()
	return nil
}

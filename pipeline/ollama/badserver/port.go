package badserver

import (
	"context"
	"fmt"
	"net"
)

// listen listens on any free port of the loopback interface.
func listen() (net.Listener, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err == nil {
		return l, nil
	}
	if l, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		return l, nil
	}
	return nil, err
}

// dial connects so that a connection leaves nothing behind when the client closes it: thousands of broken ones would
// otherwise use up the ports of the machine (TIME_WAIT).
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetLinger(0)
	}
	return conn, err
}

// holdPort reserves a port that nobody listens on: the near end of a connection to the server. While that is open the
// system gives the port to nobody else, as it might do with a port that has just been closed.
func holdPort(server net.Addr) (net.Conn, error) {
	at, ok := server.(*net.TCPAddr)
	if !ok {
		return nil, fmt.Errorf("%v is no port of TCP", server)
	}
	return net.DialTCP("tcp", &net.TCPAddr{IP: at.IP}, at)
}

package discordtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/http"
	"time"
)

// The names of the gateway, and of the one that sessions are resumed at in memory.
const (
	publicGateway = "gateway.discord.gg"
	resumeGateway = "resume.discordtest.invalid"
)

// ServeTLS serves on a listener as Discord does on the Internet: with TLS, HTTP/2 and the
// public address of the gateway. It is for programs that cannot use [Server.DialContext]:
// Discord's host names must lead them to the listener, and they must trust the returned
// certificate, in PEM. The listener is closed with the server.
func (s *Server) ServeTLS(l net.Listener) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	cert := &x509.Certificate{
		NotAfter: time.Now().Add(24 * time.Hour),
		DNSNames: append(httpHosts(), publicGateway), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, key.Public(), key)
	if err != nil {
		return nil, err
	}
	public := &http.Server{
		Handler: s.http.Config.Handler, BaseContext: s.http.Config.BaseContext, ReadHeaderTimeout: time.Minute,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12},
	}
	s.public.Store(public)
	s.gateways.Go(func() { _ = public.ServeTLS(l, "", "") })
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), nil
}

// gatewayURL returns the address that bots are told to connect to.
func (s *Server) gatewayURL() string {
	if s.public.Load() != nil {
		return "wss://" + publicGateway
	}
	return "ws://" + s.http.Listener.Addr().String()
}

// resumeURL returns the address that bots are told to resume at, which in memory is another.
func (s *Server) resumeURL() string {
	if s.opts.InMemory {
		return "ws://" + resumeGateway
	}
	return s.gatewayURL()
}

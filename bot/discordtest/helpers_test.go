package discordtest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"nonna/bot/discordtest"
)

// attachmentURL takes the link of the one attachment out of an event.
func attachmentURL(t *testing.T, m gatewayMessage) string {
	t.Helper()
	var in struct {
		Data struct {
			Resolved struct {
				Attachments map[string]struct{ URL string }
			}
		}
	}
	if err := json.Unmarshal(m.Data, &in); err != nil {
		t.Fatal(err)
	}
	for _, a := range in.Data.Resolved.Attachments {
		return a.URL
	}
	t.Fatalf("no attachment in %s", m.Data)
	return ""
}

func fetch(t *testing.T, srv *discordtest.Server, url string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(testContext(t), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

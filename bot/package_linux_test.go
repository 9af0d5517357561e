package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Every command of deploy/README.md works on a machine of its own: installing, upgrading,
// rolling back and removing the package, installing the archive, backup, restore, and
// moving to another machine, to PostgreSQL and back. No game is lost.
func TestInstalledAsTheReadmeSays(t *testing.T) {
	t.Parallel()
	s := bootSystemd(t)
	for _, tool := range []string{"dpkg", "git", "createdb"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	older, newer := s.releases()
	// The other tests need these files, but no package owns them.
	s.must("sh", "-c", "rm -rf /usr/local/bin/nonna /etc/systemd/system/nonna*.service /etc/systemd/system/nonna*.timer /etc/credstore && systemctl daemon-reload")
	s.write("usr/bin/sudo", `#!/bin/sh
if [ "$1" = -u ]; then user=$2; shift 2; set -- runuser -u "$user" -- "$@"; fi
exec env -i PATH="$PATH" "$@"
`)
	s.must("chmod", "755", "/usr/bin/sudo")
	readme := newManualPage(t, "../deploy/README.md")

	s.follow(older, readme.next("The package"))
	s.session(1)
	s.version("v1.0.0")
	s.healthy()
	s.play("abca abba")
	s.follow(newer, readme.next("The package"))
	s.session(2)
	s.version("v1.1.0")
	s.play("fizz buzz")
	s.follow(older, readme.last("The package"))
	s.session(3)
	s.version("v1.0.0")
	s.play("fizz fuzz")

	s.follow(older, readme.next("Backup and restore"))
	s.must("sh", "-c", "test -s /var/lib/nonna/nonna.db.backup-*")
	s.follow(older, readme.next("Backup and restore"))
	s.play("fizz buss")
	s.follow(older, readme.next("Backup and restore"))
	s.session(4)
	s.checked(3)

	s.follow(older, readme.next("The package")) // removed
	s.want("removed", "ActiveState=inactive", "LoadState=not-found")
	said := s.must("dpkg", "--purge", "nonna")
	s.must("sh", "-c", "test -s /var/lib/nonna/nonna.db && test -s /etc/credstore/nonna.token && test ! -e /usr/bin/nonna")
	if !strings.Contains(said, "left in place: /var/lib/private/nonna") {
		t.Errorf("a purge says %q", said)
	}

	s.follow(older, readme.next("The program and its units"))
	s.session(5)
	s.healthy()
	s.play("bizz fuzz")
	s.follow(newer, readme.last("The program and its units")[:4])
	s.follow(newer, readme.next("The program and its units"))
	s.must("sh", "-c", "test -s /usr/local/share/man/man1/nonna.1 && test -s /usr/local/share/bash-completion/completions/nonna")
	s.follow(newer, readme.next("The program and its units"))
	s.session(6)
	s.version("v1.1.0")
	s.checked(4)

	s.follow(newer, readme.next("Moving to another machine"))
	s.must("sh", "-c", "rm -r /var/lib/nonna /var/lib/private/nonna") // a new machine
	s.follow(newer, readme.next("Moving to another machine"))
	s.session(7)
	s.play("bizz buzz")
	s.checked(5)

	s.postgres()
	for range 3 {
		s.follow(newer, readme.next("Moving to PostgreSQL, and back"))
	}
	s.session(8)
	s.play("buzz bizz")
	if said := s.must("nonna", "check"); !strings.Contains(said, "postgres://nonna@localhost/nonna (set in nonna.service) is sound. Games: 6,") {
		t.Error(said)
	}
	s.follow(newer, readme.next("Moving to PostgreSQL, and back"))
	s.session(9)
	s.play("buzz fuzz")
	s.checked(7)
}

// postgres starts a PostgreSQL server that asks for no password.
func (s *systemd) postgres() {
	s.Helper()
	s.must("sh", "-ec", `bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
install -d -o postgres -g postgres /run/postgresql /var/lib/postgresql/nonna
cd /
runuser -u postgres -- "$bin/initdb" -D /var/lib/postgresql/nonna -A trust --no-sync >/dev/null
runuser -u postgres -- "$bin/pg_ctl" -D /var/lib/postgresql/nonna -w -l /var/lib/postgresql/nonna/log -o "-k /run/postgresql -c listen_addresses=localhost" start >/dev/null`)
}

// releases makes two releases of the program, and returns their folders as seen inside
// the machine.
func (s *systemd) releases() (older, newer string) {
	s.Helper()
	script := `../deploy/testdata/clone.sh "$1/clone" v1.0.0 v1.1.0 && cd "$1/clone" &&
for tag in v1.0.0 v1.1.0; do git checkout --quiet $tag && deploy/release.sh "$1/$tag" "$2"; done`
	if out, err := exec.CommandContext(s.ctx, "sh", "-ec", script, "sh", s.folder, runtime.GOARCH).CombinedOutput(); err != nil {
		s.Fatalf("making releases: %v\n%s", err, out)
	}
	return "/run/test/v1.0.0", "/run/test/v1.1.0"
}

// follow runs commands in a folder inside the machine, and enters the token where they
// ask for it.
func (s *systemd) follow(folder string, commands []string) {
	s.Helper()
	for _, command := range commands {
		stdin := "/dev/null"
		if strings.Contains(command, "/dev/stdin") {
			stdin = "/run/test/token"
			if err := os.WriteFile(filepath.Join(s.folder, "token"), []byte(s.srv.Token()+"\n"), 0o600); err != nil {
				s.Fatal(err)
			}
		}
		s.must("sh", "-c", "cd "+folder+" && exec <"+stdin+" && "+command)
	}
}

// version checks which version is running.
func (s *systemd) version(want string) {
	s.Helper()
	pid := s.must("systemctl", "show", "--value", "--property=MainPID", "nonna")
	if got := s.must("/proc/"+pid+"/exe", "version"); !regexp.MustCompile(`^nonna ` + want + ` go1`).MatchString(got) {
		s.Errorf("%q runs, want %s", got, want)
	}
}

// healthy fails the test if the doctor finds something wrong with what the page installed.
func (s *systemd) healthy() {
	s.Helper()
	s.must("env", "SSL_CERT_FILE=/etc/authority.pem", "nonna", "doctor")
}

// manualPage holds the blocks of commands of a page by heading.
type manualPage struct {
	*testing.T
	blocks map[string][][]string
	done   map[string]int
}

func newManualPage(t *testing.T, name string) *manualPage {
	t.Helper()
	p := &manualPage{t, map[string][][]string{}, map[string]int{}}
	parts := strings.Split(string(readFile(t, name)), "\n"+fence)
	heading := ""
	for i, part := range parts {
		if i%2 == 0 {
			if at := strings.LastIndex(part, "\n## "); at >= 0 {
				heading, _, _ = strings.Cut(part[at+4:], "\n")
			}
			continue
		}
		kind, text, _ := strings.Cut(strings.NewReplacer("amd64", runtime.GOARCH, "@HOST/", "@localhost/").Replace(part), "\n")
		if kind != "sh" {
			t.Fatalf("%s: a block is of the kind %q, want sh", name, kind)
		}
		p.blocks[heading] = append(p.blocks[heading], strings.Split(text, "\n"))
	}
	// The commands of the container need Docker; the tests in deploy try what they do.
	p.done["In a container"] = len(p.blocks["In a container"])
	p.done["Making a release"] = len(p.blocks["Making a release"]) // releases does
	t.Cleanup(func() {
		for heading, all := range p.blocks {
			if !t.Skipped() && p.done[heading] != len(all) {
				t.Errorf("%s: of %d blocks below %q, %d were run", name, len(all), heading, p.done[heading])
			}
		}
	})
	return p
}

// next returns the next block below a heading.
func (p *manualPage) next(heading string) []string {
	p.Helper()
	if p.done[heading] == len(p.blocks[heading]) {
		p.Fatalf("there is no further block below %q", heading)
	}
	p.done[heading]++
	return p.last(heading)
}

// last returns the block that next returned last for a heading.
func (p *manualPage) last(heading string) []string { return p.blocks[heading][p.done[heading]-1] }

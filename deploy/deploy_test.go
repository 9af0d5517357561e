// Package deploy tests releases: it runs every script here, and checks and starts what they
// make.
package deploy

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var install = flag.Bool("install", false, "make a release and start its image")

// A release has the same bytes wherever it is made, and contains what it should.
func TestRelease(t *testing.T) {
	t.Parallel()
	if !*install {
		t.Skip("-install is not given")
	}
	need(t, "sh", "git", "tar", "gzip", "zip", "awk", "sha256sum", "install")
	if _, err := os.Stat("../.git"); err != nil {
		t.Skipf("this is no clone: %v", err)
	}
	clone := t.TempDir()
	must(t, "testdata/clone.sh", clone, "v1.2.3-rc.1")
	architectures := []string{runtime.GOARCH}
	if os.Getenv("NONNA_LONG") != "" {
		architectures = []string{"amd64", "arm64"}
	}
	out := t.TempDir()
	must(t, append([]string{"sh", "-c", `cd "$1" && shift && deploy/release.sh "$@"`, "sh", clone, out}, architectures...)...)
	release := files(t, out)

	t.Run("has everything", func(t *testing.T) {
		var want []string
		for _, arch := range architectures {
			want = append(want, "nonna_1.2.3-rc.1_macos_"+arch+".tar.gz", "nonna_1.2.3-rc.1_windows_"+arch+".zip")
			want = append(want, "nonna_1.2.3-rc.1_linux_"+arch+".tar.gz", "nonna_1.2.3-rc.1_"+arch+".deb", "nonna_1.2.3-rc.1_image_"+arch+".tar.gz")
		}
		want = append(want, "SHA256SUMS", "compose.yaml", "nonna.env")
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(release)); !slices.Equal(got, want) {
			t.Errorf("released are %q, want %q", got, want)
		}
	})
	t.Run("has its checksums", func(t *testing.T) {
		var want strings.Builder
		for _, name := range slices.Sorted(maps.Keys(release)) {
			if name != "SHA256SUMS" {
				fmt.Fprintf(&want, "%x  %s\n", sha256.Sum256(release[name]), name)
			}
		}
		if got := string(release["SHA256SUMS"]); got != want.String() {
			t.Errorf("SHA256SUMS has\n%swant\n%s", got, want.String())
		}
	})
	t.Run("is the same from another folder", func(t *testing.T) {
		t.Parallel()
		clone, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
		if err := os.Mkdir(out, 0o700); err != nil {
			t.Fatal(err)
		}
		must(t, "testdata/clone.sh", clone, "v1.2.3-rc.1")
		script := `cd "$1" && shift && umask 077 && export TZ=Asia/Tokyo GOFLAGS=-tags=other && `
		if os.Getenv("NONNA_LONG") != "" {
			script += `deploy/release.sh "$@"`
		} else { // what is for Linux
			script += `deploy/build.sh "$1/../nonna" "$2" && for make in archive package image; do deploy/$make.sh "$1/../nonna" "$1"; done`
		}
		must(t, append([]string{"sh", "-e", "-c", script, "sh", clone, out}, architectures...)...)
		again := files(t, out)
		for name, data := range again {
			if !bytes.Equal(data, release[name]) {
				t.Errorf("%s differs", name)
			}
		}
		if want := map[bool]int{true: len(release), false: 3}[os.Getenv("NONNA_LONG") != ""]; len(again) != want {
			t.Errorf("%d files are made again, want %d", len(again), want)
		}
	})
	for _, arch := range architectures {
		t.Run(arch, func(t *testing.T) {
			t.Parallel()
			checkArchives(t, release, arch)
			checkPackage(t, filepath.Join(out, "nonna_1.2.3-rc.1_"+arch+".deb"), arch)
			checkImage(t, untar(t, release["nonna_1.2.3-rc.1_image_"+arch+".tar.gz"]), arch)
		})
	}
	t.Run("container", func(t *testing.T) {
		t.Parallel()
		runImage(t, release)
	})
}

// checkArchives checks the archives of an architecture: a program that knows its version,
// and the files that belong to it on its system.
func checkArchives(t *testing.T, release map[string][]byte, arch string) {
	t.Helper()
	all := []string{"README.md", "LICENSES.txt", "env.example", "sbom.json"}
	pages := append([]string{"nonna", "nonna.1", "completions/nonna", "completions/_nonna", "completions/nonna.fish"}, all...)
	units := []string{"nonna.service", "nonna-backup.service", "nonna-backup.timer", "nonna-failed@.service"}
	name := func(system string) string { return "nonna_1.2.3-rc.1_" + system + "_" + arch }
	linux := untar(t, release[name("linux")+".tar.gz"])
	checkArchive(t, linux, name("linux"), append(units, pages...))
	checkStatic(t, linux[name("linux")+"/nonna"].data)
	checkArchive(t, untar(t, release[name("macos")+".tar.gz"]), name("macos"), pages)
	checkArchive(t, unzip(t, release[name("windows")+".zip"]), name("windows"), append([]string{"nonna.exe"}, all...))
}

// checkArchive checks that an archive has just these files in a folder, and its program.
func checkArchive(t *testing.T, archive map[string]entry, folder string, want []string) {
	t.Helper()
	var got []string
	for name, e := range archive {
		if name, ok := strings.CutPrefix(name, folder+"/"); ok && len(e.data) > 0 {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s has %q, want %q", folder, got, want)
	}
	program := archive[folder+"/nonna"]
	if slices.Contains(want, "nonna.exe") {
		program = archive[folder+"/nonna.exe"]
	}
	if program.Mode != 0o755 {
		t.Errorf("%s: the program has the mode %o", folder, program.Mode)
	}
	info, err := buildinfo.Read(bytes.NewReader(program.data))
	if err != nil {
		t.Fatal(err)
	}
	if info.Main.Version != "v1.2.3-rc.1" {
		t.Errorf("%s: the program is of the version %q", folder, info.Main.Version)
	}
	checkSBOM(t, archive[folder+"/sbom.json"].data, info)
}

// checkStatic checks that a program for Linux needs no libraries.
func checkStatic(t *testing.T, program []byte) {
	t.Helper()
	if f, err := elf.NewFile(bytes.NewReader(program)); err != nil {
		t.Error(err)
	} else if libs, err := f.ImportedLibraries(); len(libs) != 0 || err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		t.Errorf("the program needs the libraries %q, %v", libs, err)
	}
}

// checkSBOM compares the bill of materials of a program with its modules.
func checkSBOM(t *testing.T, data []byte, info *buildinfo.BuildInfo) {
	t.Helper()
	type component struct{ Type, Name, Version, PURL string }
	var sbom struct {
		Metadata   struct{ Component component }
		Components []component
	}
	if err := json.Unmarshal(data, &sbom); err != nil {
		t.Fatal(err)
	}
	if c := sbom.Metadata.Component; c.Name != "nonna" || c.Version != info.Main.Version {
		t.Errorf("the SBOM is of %+v", c)
	}
	lib := func(name, version string) component {
		return component{"library", name, version, "pkg:golang/" + name + "@" + strings.ReplaceAll(version, "+", "%2B")}
	}
	want := []component{lib("stdlib", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		want = append(want, lib(m.Path, m.Version))
	}
	if len(want) < 20 || !slices.Equal(sbom.Components, want) {
		t.Errorf("the SBOM names %v, want %v", sbom.Components, want)
	}
}

// checkPackage checks what a Debian package installs.
func checkPackage(t *testing.T, deb, arch string) {
	t.Helper()
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Logf("the package is not read: %v", err)
		return
	}
	if got := string(must(t, "dpkg-deb", "--show", "--showformat=${Package} ${Version} ${Architecture} ${Maintainer}", deb)); got != "nonna 1.2.3~rc.1 "+arch+" test <test@localhost>" {
		t.Errorf("the package is %q", got)
	}
	installed := readTar(t, bytes.NewReader(must(t, "dpkg-deb", "--fsys-tarfile", deb)))
	for _, name := range []string{
		"usr/bin/nonna", "usr/lib/systemd/system/nonna.service", "usr/lib/systemd/system/nonna-backup.service",
		"usr/lib/systemd/system/nonna-backup.timer", "usr/lib/systemd/system/nonna-failed@.service",
		"usr/share/man/man1/nonna.1.gz", "usr/share/doc/nonna/copyright", "usr/share/doc/nonna/env.example",
		"usr/share/bash-completion/completions/nonna", "usr/share/zsh/vendor-completions/_nonna", "usr/share/fish/vendor_completions.d/nonna.fish",
	} {
		if len(installed[name].data) == 0 {
			t.Errorf("%s: the package has no %s", arch, name)
		}
	}
	for name, e := range installed {
		want := int64(0o644)
		if e.Typeflag == tar.TypeDir || name == "usr/bin/nonna" {
			want = 0o755
		}
		if e.Mode != want || e.Uid != 0 || e.Gid != 0 || !strings.HasPrefix(name+"/", "usr/") && name != "." {
			t.Errorf("%s: the package has %s of %d:%d with mode %o", arch, name, e.Uid, e.Gid, e.Mode)
		}
	}
}

// checkImage checks that an image has the files that its manifests name by hash.
func checkImage(t *testing.T, image map[string]entry, arch string) {
	t.Helper()
	for name, e := range image {
		if dir, sum := path.Split(name); dir == "blobs/sha256/" && fmt.Sprintf("%x", sha256.Sum256(e.data)) != sum {
			t.Errorf("%s: the hash of %s is another", arch, name)
		}
	}
	type blob struct {
		Digest string
		Size   int
	}
	read := func(name string, v any) {
		if err := json.Unmarshal(image[name].data, v); err != nil {
			t.Fatalf("%s: %s: %v", arch, name, err)
		}
	}
	where := func(b blob) string {
		name := "blobs/" + strings.Replace(b.Digest, ":", "/", 1)
		if len(image[name].data) != b.Size {
			t.Errorf("%s: %s has %d bytes, and should have %d", arch, name, len(image[name].data), b.Size)
		}
		return name
	}
	var index struct{ Manifests []blob }
	read("index.json", &index)
	var manifest struct {
		Config blob
		Layers []blob
	}
	read(where(index.Manifests[0]), &manifest)
	var config imageConfig
	read(where(manifest.Config), &config)
	layer := where(manifest.Layers[0])
	if config.Architecture != arch || config.Config.Labels["org.opencontainers.image.version"] != "1.2.3-rc.1" {
		t.Errorf("the image is %+v", config)
	}
	if want := []string{manifest.Layers[0].Digest}; !slices.Equal(config.RootFS.DiffIDs, want) {
		t.Errorf("%s: the layers are %q, want %q", arch, config.RootFS.DiffIDs, want)
	}
	// Docker makes folders without an entry of their own accessible to root only.
	entries := readTar(t, bytes.NewReader(image[layer].data))
	for name := range entries {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if e, ok := entries[dir]; !ok || e.Mode != 0o755 || e.Uid != 0 {
				t.Errorf("%s: the image has %s, and %s of %d with mode %o", arch, name, dir, e.Uid, e.Mode)
			}
		}
	}
	var old []struct {
		Config           string
		RepoTags, Layers []string
	}
	read("manifest.json", &old)
	if old[0].Config != where(manifest.Config) || !slices.Equal(old[0].Layers, []string{layer}) ||
		!slices.Equal(old[0].RepoTags, []string{"nonna:1.2.3-rc.1", "nonna:latest"}) {
		t.Errorf("%s: manifest.json has %+v", arch, old)
	}
}

// imageConfig is the part of an image's configuration that says how to run it.
type imageConfig struct {
	Architecture string
	Config       struct {
		User, WorkingDir string
		Entrypoint, Env  []string
		Volumes          map[string]struct{}
		Labels           map[string]string
	}
	RootFS struct {
		DiffIDs []string `json:"diff_ids"`
	}
}

// Docker accepts compose.yaml, if it is installed.
func TestCompose(t *testing.T) {
	t.Parallel()
	need(t, "docker")
	if err := exec.CommandContext(t.Context(), "docker", "compose", "version").Run(); err != nil {
		t.Skip("docker has no compose")
	}
	folder := t.TempDir()
	must(t, "cp", "compose.yaml", folder)
	must(t, "cp", "../.env.example", filepath.Join(folder, "nonna.env"))
	must(t, "docker", "compose", "--file", filepath.Join(folder, "compose.yaml"), "config")
}

// A program that does not know its commit is not packed: its version would be unknown.
func TestOnlyAKnownCommitIsPacked(t *testing.T) {
	t.Parallel()
	need(t, "sh", "awk")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{"archive", "package", "image"} {
		cmd := exec.CommandContext(t.Context(), "deploy/"+script+".sh", self, t.TempDir())
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "does not know its commit") {
			t.Errorf("%s.sh: %v\n%s", script, err, out)
		}
	}
}

// need skips a test if a tool is missing.
func need(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
}

// must runs a command, fails the test if it fails, and returns its output.
func must(t *testing.T, command ...string) []byte {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s%s", command, err, out, said.Bytes())
	}
	return out
}

// files returns the contents of the files in a folder by name.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		var err2 error
		all[e.Name()], err2 = os.ReadFile(filepath.Join(folder, e.Name()))
		err = errors.Join(err, err2)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// entry is a file or folder in an archive.
type entry struct {
	tar.Header
	data []byte
}

// untar reads a compressed archive.
func untar(t *testing.T, data []byte) map[string]entry {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return readTar(t, r)
}

// unzip reads a zip archive into entries by their names.
func unzip(t *testing.T, data []byte) map[string]entry {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]entry{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = entry{tar.Header{Name: f.Name, Mode: int64(f.Mode())}, data}
	}
	return all
}

// readTar reads an archive into entries by their clean names.
func readTar(t *testing.T, r io.Reader) map[string]entry {
	t.Helper()
	all := map[string]entry{}
	for archive := tar.NewReader(r); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		all[path.Clean(h.Name)] = entry{*h, data}
	}
}

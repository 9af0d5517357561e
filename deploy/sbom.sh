#!/bin/sh
# sbom.sh FILE: prints the bill of materials that Go recorded in a program: Go and every
# module with its version, in CycloneDX's format.
set -eu
go version -m "$1" | awk '
	function component(name, version) {
		purl = "pkg:golang/" name "@" version
		gsub(/\+/, "%2B", purl)
		return sprintf("{\"type\": \"library\", \"name\": \"%s\", \"version\": \"%s\", \"purl\": \"%s\"}", name, version, purl)
	}
	NR == 1 { list = component("stdlib", substr($NF, 3)) }
	$1 == "mod" { version = $3 }
	$1 == "dep" { list = list ",\n    " component($2, $3) }
	END {
		print "{"
		print "  \"bomFormat\": \"CycloneDX\","
		print "  \"specVersion\": \"1.5\","
		print "  \"version\": 1,"
		printf "  \"metadata\": {\"component\": {\"type\": \"application\", \"name\": \"nonna\", \"version\": \"%s\"}},\n", version
		printf "  \"components\": [\n    %s\n  ]\n}\n", list
	}'

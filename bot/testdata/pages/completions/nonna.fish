# Completion of nonna in fish, generated from the command line by:
# go test ./bot -run TestInstalledPages -update
{{- range flags .Node}}
complete -c nonna{{template "flag" .}}
{{- end}}
{{- range commands .Node}}
complete -c nonna -n __fish_use_subcommand -f -a {{.Name}} -d '{{quoted .Help}}'
{{- $name := .Name}}{{range flags .}}
complete -c nonna -n '__fish_seen_subcommand_from {{$name}}'{{template "flag" .}}
{{- end}}
{{- with games .}}
complete -c nonna -n '__fish_seen_subcommand_from {{$name}}; and not __fish_seen_subcommand_from {{join .}}' -f -a '{{join .}}'
{{- end}}{{end}}
{{define "flag"}} -l {{.Name}}{{if not .IsBool}} -r{{if not (files .)}} -f{{with values .}} -a '{{join .}}'{{end}}{{end}}{{end}} -d '{{quoted .Help}}'{{end}}

#!/bin/sh
# image.sh PROGRAM FOLDER: makes FOLDER/nonna_VERSION_image_ARCHITECTURE.tar.gz, an image of
# the program and an empty folder for its data; root certificates and time zones are in the
# program. It has OCI's layout, and manifest.json for older versions of Docker.
set -eu
. deploy/facts.sh
facts "$1"
user=65532 # "nonroot" in many images
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
umask 022
# Every folder needs an entry of its own: Docker makes others accessible to root only.
mkdir -p "$stage/root/usr/bin" "$stage/root/var/lib" "$stage/data/var/lib/nonna" "$stage/image/blobs/sha256"
cp "$1" "$stage/root/usr/bin/nonna"
cd "$stage"

# blob TYPE FILE: moves a file into the image and sets $sum to its hash and $described to
# its descriptor.
blob() {
	sum=$(sha256sum "$2" | cut -d' ' -f1)
	described=$(printf '"mediaType":"application/vnd.oci.image.%s","digest":"sha256:%s","size":%d' "$1" "$sum" "$(wc -c <"$2")")
	mv "$2" "image/blobs/sha256/$sum"
}

pack root . >layer
tar --append --file=layer --directory=data --format=ustar --mtime="@$SOURCE_DATE_EPOCH" \
	--owner=$user --group=$user --numeric-owner --mode=700 ./var/lib/nonna
blob layer.v1.tar layer
layer=$sum layers=$described
cat >config <<END
{"architecture":"$arch","os":"linux","created":"$time",
"config":{"User":"$user:$user","WorkingDir":"/var/lib/nonna","Volumes":{"/var/lib/nonna":{}},
"Entrypoint":["/usr/bin/nonna"],"StopSignal":"SIGTERM",
"Env":["PATH=/usr/bin","NONNA_DB=/var/lib/nonna/nonna.db"],
"Labels":{"org.opencontainers.image.title":"Nonna","org.opencontainers.image.description":"Discord bot for card games that play themselves",
"org.opencontainers.image.version":"$version","org.opencontainers.image.revision":"$commit",
"org.opencontainers.image.created":"$time","org.opencontainers.image.licenses":"MIT"}},
"rootfs":{"type":"layers","diff_ids":["sha256:$layer"]}}
END
blob config.v1+json config
config=$sum
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{%s},"layers":[{%s}]}\n' "$described" "$layers" >manifest
blob manifest.v1+json manifest
tag=$(printf '%s' "$version" | tr + -)
cat >image/index.json <<END
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{$described,"platform":{"architecture":"$arch","os":"linux"},
"annotations":{"io.containerd.image.name":"docker.io/library/nonna:$tag","org.opencontainers.image.ref.name":"$tag"}}]}
END
printf '{"imageLayoutVersion":"1.0.0"}\n' >image/oci-layout
printf '[{"Config":"blobs/sha256/%s","RepoTags":["nonna:%s","nonna:latest"],"Layers":["blobs/sha256/%s"]}]\n' "$config" "$tag" "$layer" >image/manifest.json
pack image . | gzip -n >image.tar.gz
cd "$OLDPWD"
mv "$stage/image.tar.gz" "$2/nonna_${version}_image_$arch.tar.gz"

#!/usr/bin/env bash
# Makes a stand-in for the base image of the Dockerfile on a machine that reaches no registry of images: Debian's minimum
# with the same Node.js, from their own archives. As root, on Debian. Prints the image's name. Trials use it, releases do
# not.
#   deploy/base-image.sh FOLDER ARCH...    with Docker's names of architectures, such as amd64
set -euo pipefail
cd "$(dirname "$0")/.."
FOLDER=$(realpath -m "$1")
mkdir -p "$FOLDER"

missing=()
for tool in buildah debootstrap; do command -v $tool >/dev/null || missing+=($tool); done
if [ ${#missing[@]} -gt 0 ]; then apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; fi

read -r NODE DEBIAN < <(sed -nE 's/^ARG BASE=node:([0-9.]+)-([a-z]+)-slim.*/\1 \2/p' Dockerfile)
name=localhost/base:$NODE
fetch() { (cd "$FOLDER" && npm --no-update-notifier pack --silent "$1"); }

for arch in "${@:2}"; do
  buildah inspect --type image "$name-$arch" >/dev/null 2>&1 && continue
  tree=$FOLDER/$arch
  rm -rf "$tree"
  # Unpacked and not set up, which would run programs of the other processor.
  debootstrap --variant=minbase --foreign --arch="$arch" --include=libstdc++6 "$DEBIAN" "$tree" >/dev/null
  if [ "$arch" = "$(dpkg --print-architecture)" ]; then chroot "$tree" /debootstrap/debootstrap --second-stage >/dev/null; fi
  rm -rf "$tree/debootstrap" "$tree"/var/cache/apt/archives/*.deb
  # Not set up, it has a link in its place.
  [ ! -L "$tree/proc" ] || { rm "$tree/proc" && mkdir "$tree/proc"; }
  npm=$tree/usr/local/lib/node_modules/npm
  mkdir -p "$npm" "$tree/usr/local/etc" "$tree/usr/local/bin"
  tar xzf "$FOLDER/$(fetch "node-linux-${arch/amd64/x64}@$NODE")" -C "$FOLDER"
  install "$FOLDER/package/bin/node" "$tree/usr/local/bin/node"
  tar xzf "$FOLDER/$(fetch npm@11)" -C "$npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$tree/usr/local/bin/npm"
  # This machine's network may have certificates of its own, which are there while the image is built.
  echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$tree/usr/local/etc/npmrc"
  echo '127.0.0.1 localhost' >"$tree/etc/hosts" # as an engine does
  container=$(buildah from --arch "$arch" scratch)
  buildah add -q "$container" "$tree" / >/dev/null
  buildah config --arch "$arch" "$container"
  buildah commit -q --rm "$container" "$name-$arch" >/dev/null
  buildah manifest inspect "$name" >/dev/null 2>&1 || buildah manifest create "$name" >/dev/null
  buildah manifest add --arch "$arch" "$name" "$name-$arch" >/dev/null
  rm -rf "$tree"
done
echo "$name"

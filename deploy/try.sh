#!/usr/bin/env bash
# Builds the image without a container engine and tries it: buildah in a chroot, on a base that debootstrap makes in the
# place of node:24-trixie-slim. It takes root, Debian's packages buildah, debootstrap, caddy and curl, and eight minutes.
#   bash deploy/try.sh            prints the image's size above its base, and ends with "the image works"
# A second image, of changed sources, replaces the first as in an upgrade: it carries the assets of the first.
# The image runs as in compose.yaml: its files read-only, by its user, without capabilities, behind Caddy.
set -euo pipefail
# What is mounted below stays in this namespace and ends with it.
[ -n "${TRY_NAMESPACE:-}" ] || TRY_NAMESPACE=own exec unshare --mount --propagation private bash "$0"
cd "$(dirname "$0")/.."
readonly MAX_MB=200
base="node:24-trixie-slim"
work=$(mktemp -d)
pids=()

end() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  [ -z "${root:-}" ] || umount --recursive "$root" || true
  rm -rf --one-file-system "$work"
}
trap end EXIT

buildah() { command buildah --storage-driver vfs --root "$work/storage" --runroot "$work/run" "$@"; }
fail() { echo "try.sh: $*" >&2; exit 1; }

# The base: Debian with the project's Node, npm and the user of the official image.
debootstrap --variant=minbase --include=ca-certificates trixie "$work/base" >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log"; fail "no base"; }
cp -L node_modules/.bin/node "$work/base/usr/local/bin/"
npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$work/base/usr/local/lib/node_modules"
cp -rL "$npm_folder" "$work/base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/base/usr/local/bin/npx"
chroot "$work/base" useradd --uid 1000 --user-group --create-home node
container=$(buildah from scratch)
buildah add --quiet "$container" "$work/base" / >/dev/null
buildah commit --quiet --rm "$container" "docker.io/library/$base" >/dev/null
rm -rf "$work/base"

# Only what is committed, as a newcomer has it.
git archive --format=tar --prefix=context/ HEAD | tar -x -C "$work"
# npm and apt reach the same places as on this machine, which may be behind a proxy with an authority of its own.
cat "$HOME/.npmrc" >"$work/npmrc" 2>/dev/null || true
echo "cafile=/etc/ssl/certs/ca-certificates.crt" >>"$work/npmrc"
build() {
  buildah build --isolation chroot --network host --pull=never --quiet \
    --volume "$work/npmrc:/root/.npmrc:ro" --volume /etc/ssl/certs:/etc/ssl/certs:ro \
    --file "$work/context/deploy/Dockerfile" "$@" "$work/context" >/dev/null
}
build --tag fieldlocker
echo 'document.documentElement.dataset.release = "next";' >>"$work/context/src/web/main.tsx"
build --tag next --build-context previous=docker-image://localhost/fieldlocker

assets() { find "$1/app/dist/web/assets" -type f -printf '%f\n' | sort; }
first=$(buildah mount "$(buildah from --pull=never fieldlocker)")
next=$(buildah mount "$(buildah from --pull=never next)")
assets "$first" >"$work/first"
assets "$next" >"$work/next"
lost=$(comm -23 "$work/first" "$work/next" | head -3)
[ -s "$work/first" ] && [ -z "$lost" ] || fail "the next image lacks assets of the first: $lost"
added=$(comm -13 "$work/first" "$work/next" | wc -l)
[ "$added" -gt 0 ] || fail "both images have the same assets"
echo "the next image has the $(wc -l <"$work/first") assets of the first, and $added of its own"

root=$(buildah mount "$(buildah from --pull=never fieldlocker)")
base_root=$(buildah mount "$(buildah from --pull=never "docker.io/library/$base")")
above=$((($(du -sm "$root" | cut -f1)) - $(du -sm "$base_root" | cut -f1)))
echo "the image is $above MB above its base, at most $MAX_MB"
[ "$above" -le "$MAX_MB" ] || fail "too large"
[ ! -e "$root/app/src" ] && [ ! -e "$root/app/var/tools" ] || fail "sources or a second Node in the image"

# Its user's folder lies on a volume, everything else is read-only.
mkdir -m 700 "$work/data"
chown 1000:1000 "$work/data"
mount --bind "$root" "$root"
mount --bind "$work/data" "$root/var/lib/fieldlocker"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/urandom" c 1 9
mount -o remount,bind,ro "$root"

port=$((20000 + RANDOM % 20000))
site="http://localhost:$port"
# Replaces the shell it is called in, so that a signal reaches the program.
inside() {
  exec chroot "$root" setpriv --reuid=1000 --regid=1000 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
    env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=127.0.0.1 PORT=$((port + 1)) ORIGIN="$site" \
    VAR_DIR=/var/lib/fieldlocker TRUSTED_PROXIES=127.0.0.1 STATS_URL=off LOG_LEVEL=warn \
    sh -c 'cd /app && exec "$@"' sh "$@"
}
ready() {
  for _ in $(seq 100); do
    curl -fsS -o /dev/null "$site/api/health/ready" 2>/dev/null && return
    sleep 0.2
  done
  fail "the site does not answer"
}
start() {
  inside node dist/server/main.js &
  server=$!
  pids+=("$server")
  ready
}

printf '{\n\tadmin off\n\tstorage file_system %s\n}\n' "$work/caddy" | cat - deploy/Caddyfile |
  sed 's/Host {\$SITE_NAME}/Host localhost:'"$port"'/' >"$work/Caddyfile"
SITE_NAME="$site" SITE_SERVERS="127.0.0.1:$((port + 1))" HOME="$work" caddy run --adapter caddyfile --config "$work/Caddyfile" 2>"$work/caddy.log" &
pids+=($!)

start
(inside node deploy/is-ready.mjs) || fail "is-ready.mjs finds no server"
post() { curl -fsS -b "$work/cookies" -c "$work/cookies" -H "origin: $site" -H 'content-type: application/json' "$site$1" -d "$2"; }
person='{"name":"Robin","email":"robin@example.com","password":"correct horse battery staple"}'
post /api/auth/sign-up/email "$person" >/dev/null
for _ in $(seq 50); do
  link=$(cat "$work/data/mailbox"/*.eml 2>/dev/null | tr -d '\r' | sed -e ':a' -e '/=$/{N;s/=\n//;ba}' -e 's/=3D/=/g' | grep -o "$site/api/auth/verify-email[^ ]*" | head -1 || true)
  [ -n "$link" ] && break
  sleep 0.2
done
[ -n "$link" ] || fail "no mail came"
curl -sS -o /dev/null -b "$work/cookies" -c "$work/cookies" "$link"
session() { curl -fsS -b "$work/cookies" "$site/api/auth/get-session"; }
session | grep -q robin@example.com || fail "the link signs nobody in"
curl -fsS "$site/bf4" | grep -q AK-12 || fail "no arsenal"
size=$(curl -fsS "$site/pictures/duel.png?game=bf4&duel=aek-971,m249,35,30,45" | wc -c)
[ "$size" -gt 10000 ] || fail "no picture"

kill -TERM "$server"
wait "$server" || true
curl -fsS -o /dev/null "$site/api/health/ready" 2>/dev/null && fail "the server did not end"
(inside node dist/server/admin.js backup /var/lib/fieldlocker/backup) >/dev/null
start
session | grep -q robin@example.com || fail "the session did not survive a restart"
(inside node dist/server/admin.js find robin) | grep -q verified || fail "admin finds nobody"
echo "the image works"

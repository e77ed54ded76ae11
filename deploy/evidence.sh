#!/usr/bin/env bash
# Lets independent tools attack the built site behind the shipped proxy: ffuf, sqlmap, wapiti, slowhttptest and testssl.
# It takes `npm run build`, Debian with root, which installs the tools, and four minutes, thirteen at most.
#   bash deploy/evidence.sh       prints a line for each tool, and ends with 1 where one has found something
# Everything runs on 127.0.0.1 against a server and a proxy that it starts and ends itself.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -e dist/server/main.js ] || { echo "evidence.sh: npm run build comes first" >&2; exit 1; }

missing=()
for tool in ffuf sqlmap wapiti slowhttptest caddy curl; do command -v "$tool" >/dev/null || missing+=("$tool"); done
command -v testssl >/dev/null || missing+=(testssl.sh)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
fi

work=$(mktemp -d)
pids=()
found=0
end() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
# The line of a tool: its name, what it tried, and what it found, "none" where that is nothing.
report() {
  printf '%-13s %s: %s\n' "$1" "$2" "$3"
  [ "$3" = none ] || { found=1; tail -n 20 "$work/$1.log" >&2; }
}

port=$((20000 + RANDOM % 20000))
server=$((port + 1))
site="https://localhost:$port"
direct="http://127.0.0.1:$server"
PORT=$server ORIGIN="$site" VAR_DIR="$work/var" STATS_URL=off LOG_LEVEL=error CALLS_PER_MINUTE=100000000 TRUSTED_PROXIES=127.0.0.1 \
  node_modules/.bin/node dist/server/main.js >"$work/site.log" 2>&1 &
pids+=($!)
printf '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system %s\n}\n' "$work/caddy" |
  cat - deploy/Caddyfile >"$work/Caddyfile"
SITE_NAME="localhost:$port" SITE_SERVERS="127.0.0.1:$server" HOME="$work" caddy run --adapter caddyfile --config "$work/Caddyfile" 2>"$work/caddy.log" &
pids+=($!)
for _ in $(seq 100); do curl -kfsS -o /dev/null "$site/api/health/ready" 2>/dev/null && break; sleep 0.2; done
curl -kfsS -o /dev/null "$site/api/health/ready"

# A guest's session, so that the tools reach what needs one.
curl -kfsS -o /dev/null -c "$work/cookies" -H "origin: $site" -H 'content-type: application/json' -d '{}' "$site/api/auth/sign-in/anonymous"
cookie=$(awk 'NF >= 7 { sub(/^#HttpOnly_/, "", $1); printf "%s=%s; ", $6, $7 }' "$work/cookies")
[ -n "$cookie" ] || { echo "evidence.sh: no session" >&2; exit 1; }

# Files that must not be served, in spellings that climb out of the folder.
for path in .env .git/config .git/HEAD package.json package-lock.json server/main.js server/admin.js pages/en/pages.json carried.json .built \
  var/secret var/fieldlocker.sqlite fieldlocker.sqlite secret audit.log assets/ sw.js.map metrics admin debug server-status etc/passwd; do
  for prefix in "" ../ ..%2f %2e%2e/ ....// ..%5c assets/../../ assets/..%2f..%2f ../../ ../../../../; do echo "$prefix$path"; done
done >"$work/words"
# A file that is served: without it the tool has not looked.
echo robots.txt >>"$work/words"
ffuf -s -k -u "$site/FUZZ" -w "$work/words" -b "$cookie" -mc 200-299,500-599 -o "$work/ffuf.json" -maxtime 60 >"$work/ffuf.log" 2>&1 || true
served=$(sed 's/\x1b\[[0-9;]*[A-Za-z]//g' "$work/ffuf.log" | tr -d '\r' | awk NF | sort -u | paste -sd' ')
report ffuf "$(($(wc -l <"$work/words") - 1)) addresses of files that are not served" "$([ "$served" = robots.txt ] && echo none || echo "${served:-no result}")"

# The limits would refuse most of what sqlmap tries. So a relay, as a trusted proxy, sends each request from a client of its
# own and with the session of the next of forty guests, and counts the answers by status.
cat >"$work/relay.mjs" <<'RELAY'
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
const [server, origin, port, counts] = process.argv.slice(2);
let clients = 0;
const address = () => `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients++ & 255}`;
const host = new URL(origin).host;
const guests = [];
for (let guest = 0; guest < 40; guest += 1) {
  const headers = { host, origin, "content-type": "application/json", "x-forwarded-for": address() };
  const options = { method: "POST", headers, path: "/api/auth/sign-in/anonymous", port: server };
  const { promise, resolve, reject } = Promise.withResolvers();
  request(options, resolve).on("error", reject).end("{}");
  const answer = await promise;
  answer.resume();
  if (answer.statusCode !== 200) throw new Error(`No guest: ${answer.statusCode}`);
  guests.push(answer.headers["set-cookie"].map((cookie) => cookie.split(";")[0]).join("; "));
}
const statuses = {};
createServer((asked, answered) => {
  const headers = { ...asked.headers, host, origin, "x-forwarded-for": address(), cookie: guests[clients % guests.length] };
  const forwarded = request({ port: server, method: asked.method, path: asked.url, headers }, (answer) => {
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    answered.writeHead(answer.statusCode, answer.headers);
    answer.pipe(answered);
  });
  forwarded.on("error", () => answered.destroy());
  asked.pipe(forwarded);
}).listen(port, "127.0.0.1");
process.on("SIGTERM", () => {
  writeFileSync(counts, JSON.stringify(statuses));
  process.exit();
});
RELAY
relay="http://127.0.0.1:$((port + 2))"
node_modules/.bin/node "$work/relay.mjs" "$server" "$site" "$((port + 2))" "$work/statuses" &
relay_pid=$!
pids+=("$relay_pid")
for _ in $(seq 100); do curl -fsS -o /dev/null "$relay/api/health/ready" 2>/dev/null && break; sleep 0.2; done
curl -fsS -o /dev/null "$relay/api/health/ready"

# Injection into the search of a locker and the place in it, an id, the e-mail address of a sign-in, a platoon's address and a folder's name.
sql() {
  timeout 60 sqlmap --batch --flush-session --output-dir="$work/sqlmap" --level=2 --risk=2 --technique=BEUS --threads=4 --timeout=10 --retries=1 \
    --ignore-code=400,401,403,404,429 "$@" >>"$work/sqlmap.log" 2>&1 </dev/null || true
}
sql -u "$relay/api/trpc/loadout.list?input=%7B%22game%22%3A%22bf4%22%2C%22q%22%3A%22a*%22%7D"
sql -u "$relay/api/trpc/loadout.list?input=%7B%22order%22%3A%22own%22%2C%22cursor%22%3A%7B%22key%22%3A%22a*%22%2C%22id%22%3A%220199f3a0-0000-7000-8000-000000000001%22%7D%7D"
sql -u "$relay/api/trpc/share.get?input=%7B%22id%22%3A%22zzzzzzzzzzzz*%22%7D"
sql -u "$relay/api/auth/sign-in/email" --headers="Content-Type: application/json" --data='{"email":"robin@example.com*","password":"correct horse battery"}'
sql -u "$relay/api/auth/organization/get-full-organization?organizationSlug=night-shift*"
sql -u "$relay/api/trpc/folder.save" --headers="Content-Type: application/json" --data='{"id":"0199f3a0-0000-7000-8000-000000000001","name":"close*"}'
[ "$(grep -c 'do not appear to be injectable' "$work/sqlmap.log")" = 6 ] && injectable=none || injectable="see its log"
kill -TERM "$relay_pid"
wait "$relay_pid" || true
tries=$(node_modules/.bin/node -p 'Object.values(JSON.parse(fs.readFileSync(process.argv[1], "utf8"))).reduce((sum, count) => sum + count, 0)' "$work/statuses")
refused=$(node_modules/.bin/node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8"))[429] ?? 0' "$work/statuses")
[ "$tries" -gt 100 ] && [ $((refused * 20)) -le "$tries" ] || injectable="$refused of $tries requests refused by limits: it has not looked"
report sqlmap "6 calls, level 2, risk 2, $tries requests, $refused of them refused by limits" "$injectable"

timeout 200 wapiti -u "$site/" --scope domain --verify-ssl 0 -H "Cookie: $cookie" --max-scan-time 150 --max-attack-time 30 \
  -m "sql,xss,exec,file,crlf,redirect,backup,htaccess,methods,csp,http_headers,cookieflags" -f json -o "$work/wapiti.json" --flush-session --no-bugreport >"$work/wapiti.log" 2>&1 || true
# X-XSS-Protection is of browsers that no longer exist; a content policy does what it did.
vulnerable=$(node_modules/.bin/node -e '
  const { vulnerabilities, anomalies } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
  const all = Object.entries({ ...vulnerabilities, ...anomalies })
    .map(([name, list]) => [name, list.filter(({ info }) => !/^X-XSS-Protection/.test(info))])
    .filter(([, list]) => list.length > 0);
  console.log(all.map(([name, list]) => `${name} (${list.map(({ path, info }) => `${path} ${info}`).join("; ")})`).join(", ") || "none");
' "$work/wapiti.json" || echo "no result")
report wapiti "12 modules, at most 150 s" "$vulnerable"

# 500 connections at once, whose heads, bodies and reading never end; the site must answer others all the time.
slow() {
  timeout 60 slowhttptest -c 500 -r 200 -l 20 -i 5 -p 2 -u "$1" "${@:2}" >"$work/slow.txt" 2>&1 || true
  sed 's/\x1b\[[0-9;]*m//g' "$work/slow.txt" >>"$work/slowhttptest.log"
  grep -a 'service available' "$work/slow.txt" | grep -qv YES && echo "unavailable under $2"
  return 0
}
unavailable="$(slow "$direct/" -H; slow "$direct/api/auth/sign-in/email" -B; slow "$direct/bf4" -X)"
grep -q 'service available' "$work/slowhttptest.log" || unavailable="no result"
report slowhttptest "500 slow heads, bodies and readers, 20 s each" "${unavailable:-none}"

timeout 150 testssl --warnings batch --color 0 --quiet --fast --protocols --server-defaults --headers --vulnerable \
  --add-ca "$work/caddy/pki/authorities/local/root.crt" --jsonfile "$work/testssl.json" "$site" >"$work/testssl.log" 2>&1 || true
# The proxy's own authority, which signs for twelve hours and revokes nothing, is trusted in place of a public one.
weak=$(node_modules/.bin/node -e '
  const list = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
  const found = list.filter(({ id, severity }) => /MEDIUM|HIGH|CRITICAL/.test(severity) && !/^cert_(expirationStatus|notAfter|revocation)$/.test(id));
  console.log(list.length < 20 ? "no result" : found.map(({ id, finding }) => `${id} ${finding}`).join(", ") || "none");
' "$work/testssl.json" || echo "no result")
report testssl "protocols, certificate, headers, known vulnerabilities" "$weak"

[ ! -s "$work/site.log" ] || ! grep -q '"level":50' "$work/site.log" || { echo "evidence.sh: the server logged errors:" >&2; grep '"level":50' "$work/site.log" | head -3 >&2; found=1; }
exit "$found"

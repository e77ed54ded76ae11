#!/usr/bin/env bash
# npm run admin where fieldlocker.service runs the site: as its user, with its variables.
#   sudo bash /opt/fieldlocker/deploy/admin.sh COMMAND
set -euo pipefail
exec systemd-run --quiet --pipe --wait --collect --uid=fieldlocker --gid=fieldlocker --working-directory=/opt/fieldlocker \
  --property=UMask=0077 --property=EnvironmentFile=/etc/fieldlocker.env --setenv=VAR_DIR=/var/lib/fieldlocker \
  --setenv=SUDO_USER="${SUDO_USER:-}" /opt/fieldlocker/node_modules/.bin/node dist/server/admin.js "$@"

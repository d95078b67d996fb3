#!/usr/bin/env bash
# Checks every deployment file with the tool that reads it, without starting anything. Debian's tools are
# installed if they are missing (as root); the chart is checked by a Go program over Helm's own library, since
# Debian has no Helm. Fails at the first file that is refused.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
command -v promtool >/dev/null || missing+=(prometheus)
command -v haproxy >/dev/null || missing+=(haproxy)
command -v docker-compose >/dev/null || missing+=(docker-compose)
command -v go >/dev/null || missing+=(golang-go)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  # In this runlevel Debian starts none of the services that it installs.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

echo 'compose'
compose() { docker-compose --env-file .env.example -f compose.yaml config -q; }
POSTGRES_PASSWORD=x REDIS_PASSWORD=x GRAFANA_PASSWORD=x compose
if compose 2>/dev/null; then
  echo 'compose.yaml must refuse to start without passwords' >&2
  exit 1
fi

echo 'load balancer'
haproxy -c -f haproxy/haproxy.cfg

echo 'Prometheus'
promtool check config --syntax-only prometheus/prometheus.yaml >/dev/null
promtool check rules helm/platen/files/alerts.yaml >/dev/null
promtool test rules prometheus/alerts.test.yaml >/dev/null

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
# Debian 12's own Go is too old for these; from 1.21 on, Go fetches the one that it needs.
if [ "$(go env GOVERSION | sed -E 's/go1\.([0-9]+).*/\1/')" -ge 21 ]; then
  # Compiling takes minutes where nothing is cached and other suites run beside it; a registry that hangs must not take
  # forever.
  echo 'chart'
  (cd helm/check && timeout 600 go build -o "$programs/check" .)
  "$programs/check" helm/platen helm/platen/ci/*.yaml
  # The Jobs of the chart, run here as their controller would.
  "$programs/check" -jobs helm/platen helm/platen/ci/batch-values.yaml >"$programs/jobs"
  (cd .. && CHART_JOBS="$programs/jobs" npx vitest run --project deployment)

  echo 'workflows'
  GOBIN=$programs timeout 600 go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
  "$programs/actionlint" ../.github/workflows/*.yml
else
  echo "chart and workflows are not checked: $(go env GOVERSION) is older than 1.21"
fi

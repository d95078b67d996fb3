#!/usr/bin/env bash
# Logs all programs that upload in at the registry of images and charts: REGISTRY, REGISTRY_USER, REGISTRY_TOKEN.
set -euo pipefail
: "${REGISTRY:?}" "${REGISTRY_USER:?}" "${REGISTRY_TOKEN:?}"

host=${REGISTRY%%/*}
for log_in in 'buildah login' 'cosign login' 'helm registry login'; do
  # Two words each.
  # shellcheck disable=SC2086
  $log_in --username "$REGISTRY_USER" --password-stdin "$host" <<<"$REGISTRY_TOKEN"
done

#!/usr/bin/env bash
# Installs what `npm run release -- --upload` needs beside buildah and gh, where it is missing: into GOBIN, by Go.
set -euo pipefail

# usage: need COMMAND MODULE
need() { command -v "$1" >/dev/null || go install "$2"; }
need syft github.com/anchore/syft/cmd/syft@v1.38.0
need cosign github.com/sigstore/cosign/v2/cmd/cosign@v2.6.1
need helm helm.sh/helm/v3/cmd/helm@v3.19.2

# glibc images only, Debian 13 or later: the native HTTP driver needs glibc 2.38 and has no builds for musl.
ARG BASE=node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe

# The stages before the last one run on the machine that builds, whatever machine the image is for: the last one runs
# nothing, so that no processor has to be imitated.
FROM --platform=$BUILDPLATFORM ${BASE} AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# NOTO=1 puts fonts for nearly every script into the image, some 300 MB (SIL Open Font License 1.1): docs/fonts.md.
FROM base AS fonts
ARG NOTO=0
RUN mkdir -p /usr/share/fonts /usr/share/doc/fonts-noto-core /usr/share/doc/fonts-noto-cjk && if [ "$NOTO" = 1 ]; then \
  apt-get update && apt-get install -y --no-install-recommends fonts-noto-core fonts-noto-cjk && rm -rf /var/lib/apt/lists/*; fi

FROM base AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.client.json tsconfig.library.json build.mjs ./
COPY src ./src
COPY workers ./workers
RUN npm run build && chmod +x dist/src/cli.js
# Some clusters choose another user than ours. Root owns /data, and its sticky bit lets no user replace another's files.
RUN mkdir -p /image/data /image/usr/local/bin && chmod 1777 /image/data && ln -s /app/dist/src/cli.js /image/usr/local/bin/platen

FROM base AS packages
ARG TARGETARCH
RUN npm ci --ignore-scripts --omit=dev --os=linux --libc=glibc \
  --cpu="$(echo "${TARGETARCH:-$(dpkg --print-architecture)}" | sed s/amd64/x64/)"
# A fifth of the packages is for people, compilers and debuggers only. Texts of licences go with what they license.
RUN find node_modules -depth \
  \( -type d \( -name test -o -name tests -o -name docs -o -name 'benchmark*' -o -name examples \) \
  -o -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) \
  ! -iname '*licen[cs]e*' ! -iname '*notice*' ! -iname 'copying*' \) -exec rm -rf {} +

# Docker takes that platform by itself; some releases of buildah stay with that of the stage before.
FROM --platform=$TARGETPLATFORM ${BASE}
LABEL org.opencontainers.image.title="Platen" \
  org.opencontainers.image.description="Saved ZPL labels over HTTP: substitution, PNG, PDF and print-ready batches" \
  org.opencontainers.image.version="0.2.0" \
  org.opencontainers.image.licenses="Apache-2.0"
# Probes and Prometheus in other containers need OPS_HOST=0.0.0.0, which is not for a host's own network.
ENV NODE_ENV=production HOST=0.0.0.0 OPS_HOST=127.0.0.1 OPS_PORT=9090 DATA_DIR=/data UWS_HTTP_MAX_HEADERS_SIZE=8192
# V8 lets the young generation of the main thread grow to 128 MiB from Node.js 24 on; 32 MiB are as fast.
ENV NODE_OPTIONS=--max-semi-space-size=16
# A user without an entry in /etc/passwd has none, and the glyph rasteriser asks for one.
ENV HOME=/app
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /image/ /
# Empty unless NOTO is 1. Texts of the licences go along.
COPY --from=fonts /usr/share/fonts /usr/share/fonts
COPY --from=fonts /usr/share/doc/fonts-noto-core /usr/share/doc/fonts-noto-core
COPY --from=fonts /usr/share/doc/fonts-noto-cjk /usr/share/doc/fonts-noto-cjk
# The user "node", by number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080 8081 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.OPS_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["platen"]
CMD ["serve"]

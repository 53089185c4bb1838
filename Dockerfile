# Built with everything, run with what it needs: no compiler, no tests, nothing secret.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
COPY client/package.json client/
COPY cli/package.json cli/
COPY console/package.json console/
RUN npm ci --no-audit --no-fund
COPY build.mjs ./
COPY client client
COPY src src
COPY schema schema
COPY migrations migrations
COPY cli cli
COPY console console
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data/payments
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY migrations migrations
# Documents, and without DATABASE_URL the database. A folder below the volume, so that a restore can replace it whole.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm between, so that SIGTERM reaches the process that drains.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]

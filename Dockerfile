# syntax=docker/dockerfile:1

# --- The pages and the server, built -----------------------------------------------------------
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# --- What the server imports, and nothing that only building or testing needs --------------------
FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

# --- What runs -----------------------------------------------------------------------------------
FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
# The embedded store's folder, which a volume takes its owner from. With MONGODB_URI nothing is kept here.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process lives. Whether calls should be led to it is /readyz, and the balancer's to ask.
# A start with a million players takes some 10 to 20 s before it listens.
HEALTHCHECK --interval=5s --timeout=3s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that signals reach: npm would keep them to itself.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "dist/server/start.js"]

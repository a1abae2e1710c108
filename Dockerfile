# Node 26 is the newest LTS line, since 2026-10-28.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY contracts/ contracts/
COPY expressions/ expressions/
COPY supervised/ supervised/
COPY declarative/ declarative/
COPY src/ src/
COPY routes/ routes/
COPY adapters/ adapters/
COPY adapter-testing/ adapter-testing/
COPY client/ client/
RUN npm run build

FROM node:26-trixie-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY --from=build /app/dist/ dist/
COPY bin/ bin/
COPY contracts/schemas/ contracts/schemas/
COPY skeletons/ skeletons/
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/livez').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1, so that SIGTERM and SIGHUP arrive: neither npm nor a shell hands them on.
CMD ["node", "--enable-source-maps", "dist/src/main.js", "serve", "--config", "/etc/waybill/waybill.yaml"]

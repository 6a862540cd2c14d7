import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { verso: fileURLToPath(new URL("../src/verso", import.meta.url)) } }, // for its catalogues
  build: { target: "es2022", outDir: "../src/verso/static", emptyOutDir: true, assetsInlineLimit: 2048 },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env.VERSO_SERVER ?? "http://127.0.0.1:8400", ws: true } },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});

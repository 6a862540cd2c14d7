import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Writes the service worker with the names of all files of the build, which it keeps for when there is no connection. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  enforce: "post",
  async generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => name.startsWith("assets/")).map((name) => `/${name}`);
    const worker = await readFile(new URL("src/sw.js", import.meta.url), "utf8");
    this.emitFile({ type: "asset", fileName: "sw.js", source: worker.replace("const FILES = [];", `const FILES = ${JSON.stringify(files)};`) });
  },
};

export default defineConfig({
  plugins: [svelte(), offline],
  resolve: { alias: { verso: fileURLToPath(new URL("../src/verso", import.meta.url)) } }, // for its catalogues
  build: { target: "es2022", outDir: "../src/verso/static", emptyOutDir: true, assetsInlineLimit: 2048 },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env.VERSO_SERVER ?? "http://127.0.0.1:8400", ws: true } },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});

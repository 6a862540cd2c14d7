// Makes wire.ts from the JSON Schema of the messages. `node types.mjs --check` only compares.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(await readFile("src/lib/wire.schema.json", "utf8"));
const types = await compile(schema, "Messages", {
  bannerComment: "// Made by web/generate.py from src/verso/play/wire.py. Do not edit.",
  unreachableDefinitions: true,
  additionalProperties: false,
  format: true,
});
if (process.argv.includes("--check")) {
  if ((await readFile("src/lib/wire.ts", "utf8")) !== types) {
    console.error("src/lib/wire.ts is out of date: run `python web/generate.py`");
    process.exit(1);
  }
} else {
  await writeFile("src/lib/wire.ts", types);
}

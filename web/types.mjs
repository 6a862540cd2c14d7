// Makes types from every JSON Schema among the sources: wire.ts from wire.schema.json, ... `--check` only compares.
import { glob, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

let outdated = false;
for await (const path of glob("src/**/*.schema.json")) {
  const { $comment, ...schema } = JSON.parse(await readFile(path, "utf8"));
  const types = await compile(schema, schema.title, {
    bannerComment: `// ${$comment}`,
    unreachableDefinitions: true,
    additionalProperties: false,
    format: true,
  });
  const made = path.replace(".schema.json", ".ts");
  if (!process.argv.includes("--check")) await writeFile(made, types);
  else if ((await readFile(made, "utf8").catch(() => "")) !== types) {
    console.error(`${made} is out of date: run \`python web/generate.py\``);
    outdated = true;
  }
}
process.exit(outdated ? 1 : 0);

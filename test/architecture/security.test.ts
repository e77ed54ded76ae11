// The test files that docs/security.md names for each promise exist, and the scan for secrets works.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createTempFolder } from "#test/harness/processes/program.ts";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| R\d/.test(line));
const listFiles = (row: string): string[] =>
  [...row.matchAll(/`((?:src|test)\/[^`]+\.(?:ts|tsx))`/g)].map(([, path = ""]) => path);

/** The number of lines in each section of the requirements. */
const LINES_PER_SECTION = [6, 6, 6, 9, 6, 7, 6, 8, 4, 3, 9, 11, 5, 4, 11];

test("every line of the requirements has one row, in order", () => {
  const ids = LINES_PER_SECTION.flatMap((count, section) =>
    Array.from({ length: count }, (_, line) => `R${section + 1}.${line + 1}`),
  );
  expect(rows.map((row) => row.split("|")[1]?.trim())).toEqual(ids);
});

test.for(rows.map((row) => [row.split("|")[1]?.trim(), row] as const))("%s names existing files", ([, row]) => {
  expect(listFiles(row).filter((path) => !existsSync(path))).toEqual([]);
});

test("every promise names a test file, or is marked as not yet proven", () => {
  const MARKED = /[Nn]ot yet|[Nn]o test|tests? of R\d/;
  expect(rows.filter((row) => listFiles(row).length === 0 && !MARKED.test(row)).map((row) => row.slice(0, 80))).toEqual(
    [],
  );
});

test("the secret scan of npm run lint detects an API key and a URL with a password", async () => {
  await using folder = await createTempFolder();
  const scan = async (line: string) => {
    await writeFile(join(folder.path, "file.ts"), line);
    const program = resolve("node_modules/secretlint/bin/secretlint.js");
    const commandLine = [program, "--secretlintrc", resolve(".secretlintrc.json"), "file.ts"];
    return spawnSync(process.execPath, commandLine, { cwd: folder.path }).status;
  };
  const random = Buffer.from("what a service gives out", "utf8").toString("base64").slice(0, 30);
  expect(await scan(`const token = "${["gh", "p_"].join("")}${random.padEnd(36, "a1B")}";`)).toBe(1);
  expect(await scan(`const url = "${["postgres", "//site:Zx81uT5gQm0r@db.example/site"].join(":")}";`)).toBe(1);
  expect(await scan('const url = "postgres://user:password@host:5432/database";')).toBe(0);
});

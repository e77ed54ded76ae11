// What runs wherever Node does: `npm start`, `npm run dev`, the build and the server, on Linux, macOS and Windows.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

/** What a shell of Windows does not take, or takes for something else. */
const SHELL_ONLY = /^[A-Z_]+=|[;'$`<>|]|(?<!&)&(?!&)|^(rm|cp|mv|mkdir|cat|sed|test|export|env|bash|sh)\b|\.\//;

const isPortable = (script: string): boolean => script.split(" && ").every((command) => !SHELL_ONLY.test(command));

test("the scripts of package.json need no shell of Unix", () => {
  for (const script of ["A=b vitest", "a; b", "rm -rf dist", "./run", "a | b", "a & b", "echo '*'", "a && B=c d"])
    expect([script, isPortable(script)]).toEqual([script, false]);
  expect(Object.entries(scripts).filter(([, script]) => !isPortable(script))).toEqual([]);
});

test("variables of a script reach its program, and its result the shell", () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ["scripts/with-variables.mjs", ...words], { encoding: "utf8" });
  const print = [process.execPath, "-e", "console.log(process.env.ONE, process.env.TWO); process.exit(3)"];
  expect(run("ONE=a=b", "TWO=", ...print)).toMatchObject({ status: 3, stdout: "a=b \n" });
  expect(run("--any-result", "ONE=a", ...print)).toMatchObject({ status: 0, stdout: "a undefined\n" });
});

/** Names that hold the path of a file or a folder. */
const PLACE =
  "(?:\\w*(?:folder|Folder|dir|Dir|root|ROOT|release|path|Path)|process\\.cwd\\(\\)|tmpdir\\(\\)|import\\.meta\\.dirname)";
/** Each way of building or taking apart a path that holds with one separator only. */
const ONE_SEPARATOR: readonly RegExp[] = [
  new RegExp(`\\b${PLACE} ?\\+ ?["'\`]/`),
  new RegExp(`\\$\\{${PLACE}\\}/`),
  /new URL\([^)]*import\.meta\.url\)\.pathname/,
  /["'`]\/(tmp|dev|etc|usr|var|proc)\//,
  /\.env\["(HOME|TMPDIR|PWD)"\]/,
];
/** Places of one system that are looked at where they are, and a path within the lock file. */
const EXEMPT: readonly string[] = ["/etc/fonts/fonts.conf", "/proc/self/task", "lock.packages"];

const isBound = (line: string): boolean =>
  ONE_SEPARATOR.some((form) => form.test(line)) && !EXEMPT.some((exempt) => line.includes(exempt));

test("paths are joined by node:path in the server, the build and what starts them", () => {
  const wrong = [
    "const file = folder + '/site.sqlite';",
    `read(\`\${varDir}/secret\`)`,
    `read(\`\${process.cwd()}/data\`)`,
    "read(new URL('data', import.meta.url).pathname)",
    'mkdir("/tmp/site")',
    'join(process.env["HOME"], "site")',
  ];
  expect(wrong.filter((line) => !isBound(line))).toEqual([]);
  const sources = globSync([
    "src/{server,platform}/**/*.ts",
    "scripts/*.{ts,mjs}",
    "*.config.ts",
    "test/harness/serve.ts",
  ]);
  expect(sources.length).toBeGreaterThan(100);
  const imports = sources
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) => {
      const lines = readFileSync(path, "utf8").split("\n").filter(isBound);
      return lines.map((line) => `${path}: ${line.trim()}`);
    });
  expect(imports).toEqual([]);
});

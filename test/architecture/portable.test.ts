// `npm start`, `npm run dev`, the build and the server run on Linux, macOS and Windows.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

/** Syntax and commands that Windows shells do not support, or interpret differently. */
const SHELL_ONLY = /^[A-Z_]+=|[;'$`<>|]|(?<!&)&(?!&)|^(rm|cp|mv|mkdir|cat|sed|test|export|env|bash|sh)\b|\.\//;

const isPortable = (script: string): boolean => script.split(" && ").every((command) => !SHELL_ONLY.test(command));

test("the scripts of package.json need no Unix shell", () => {
  for (const script of ["A=b vitest", "a; b", "rm -rf dist", "./run", "a | b", "a & b", "echo '*'", "a && B=c d"])
    expect([script, isPortable(script)]).toEqual([script, false]);
  expect(Object.entries(scripts).filter(([, script]) => !isPortable(script))).toEqual([]);
});

test("with-variables.mjs passes variables to the program and returns its exit code", () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ["scripts/with-variables.mjs", ...words], { encoding: "utf8" });
  const print = [process.execPath, "-e", "console.log(process.env.ONE, process.env.TWO); process.exit(3)"];
  expect(run("ONE=a=b", "TWO=", ...print)).toMatchObject({ status: 3, stdout: "a=b \n" });
  expect(run("--any-result", "ONE=a", ...print)).toMatchObject({ status: 0, stdout: "a undefined\n" });
});

/** Names of variables that contain the path of a file or folder. */
const PATH_NAME =
  "(?:\\w*(?:folder|Folder|dir|Dir|root|ROOT|release|path|Path)|process\\.cwd\\(\\)|tmpdir\\(\\)|import\\.meta\\.dirname)";
/** Code that builds or splits a path in a way that works with only one separator. */
const ONE_SEPARATOR: readonly RegExp[] = [
  new RegExp(`\\b${PATH_NAME} ?\\+ ?["'\`]/`),
  new RegExp(`\\$\\{${PATH_NAME}\\}/`),
  /new URL\([^)]*import\.meta\.url\)\.pathname/,
  /["'`]\/(tmp|dev|etc|usr|var|proc)\//,
  /\.env\["(HOME|TMPDIR|PWD)"\]/,
];
/** Paths that exist on one system only, and a path within the lock file. */
const EXEMPT: readonly string[] = ["/etc/fonts/fonts.conf", "/proc/self/task", "lock.packages"];

const isPlatformSpecific = (line: string): boolean =>
  ONE_SEPARATOR.some((form) => form.test(line)) && !EXEMPT.some((exempt) => line.includes(exempt));

test("the server, the build and the start scripts join paths with node:path", () => {
  const wrong = [
    "const file = folder + '/site.sqlite';",
    `read(\`\${varDir}/secret\`)`,
    `read(\`\${process.cwd()}/data\`)`,
    "read(new URL('data', import.meta.url).pathname)",
    'mkdir("/tmp/site")',
    'join(process.env["HOME"], "site")',
  ];
  expect(wrong.filter((line) => !isPlatformSpecific(line))).toEqual([]);
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
      const lines = readFileSync(path, "utf8").split("\n").filter(isPlatformSpecific);
      return lines.map((line) => `${path}: ${line.trim()}`);
    });
  expect(imports).toEqual([]);
});

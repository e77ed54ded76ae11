// Runs a program of an npm script with variables on every platform: NAME=value … program arguments. With --any-result
// first, the script goes on when the program fails.
import { spawnSync } from "node:child_process";

const ASSIGNMENT = /^[A-Z_]+=/;

const words = process.argv.slice(2);
const isAnyResult = words[0] === "--any-result";
if (isAnyResult) words.shift();
const start = words.findIndex((word) => !ASSIGNMENT.test(word));
const variables = words.slice(0, start).map((word) => {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
});
const [program, ...rest] = words.slice(start);
const { status } = spawnSync(program, rest, {
  stdio: "inherit",
  env: { ...process.env, ...Object.fromEntries(variables) },
  // Programs of packages are command files there.
  shell: process.platform === "win32",
});
process.exit(isAnyResult ? 0 : (status ?? 1));

// Runs a program of an npm script with environment variables on every platform: NAME=value … program arguments. If
// --any-result is first, this process succeeds even if the program fails.
import { spawnSync } from "node:child_process";

const ASSIGNMENT = /^[A-Z_]+=/;

const args = process.argv.slice(2);
const isAnyResult = args[0] === "--any-result";
if (isAnyResult) args.shift();
const programIndex = args.findIndex((arg) => !ASSIGNMENT.test(arg));
const variables = args.slice(0, programIndex).map((assignment) => {
  const separator = assignment.indexOf("=");
  return [assignment.slice(0, separator), assignment.slice(separator + 1)];
});
const [program, ...programArgs] = args.slice(programIndex);
const { status } = spawnSync(program, programArgs, {
  stdio: "inherit",
  env: { ...process.env, ...Object.fromEntries(variables) },
  // On Windows, the programs of packages are command files, which need a shell.
  shell: process.platform === "win32",
});
process.exit(isAnyResult ? 0 : (status ?? 1));

// Runs Node with these arguments for an npm script. npm passes a signal to its shell only, which ends and leaves the program
// running; on Windows it ends the shell. So this ends the program when the shell has ended, on every platform.
import { spawn } from "node:child_process";

const LOOK_EVERY_MS = 200;
/** The server's own limit for closing is 9.5 s. */
const MAX_CLOSE_MS = 12_000;

const program = spawn(process.execPath, process.argv.slice(2), { stdio: "inherit" });
const shell = process.ppid;
let isEnding = false;

function end() {
  if (isEnding) return;
  isEnding = true;
  program.kill("SIGTERM");
  setTimeout(() => program.kill("SIGKILL"), MAX_CLOSE_MS).unref();
}

function isShellGone() {
  try {
    process.kill(shell, 0);
    // Elsewhere than on Windows an orphan gets another parent.
    return process.platform !== "win32" && process.ppid !== shell;
  } catch {
    return true;
  }
}

const looking = setInterval(() => isShellGone() && end(), LOOK_EVERY_MS);
process.on("SIGTERM", end);
process.on("SIGHUP", end);
// A terminal sends it to the program, too.
process.on("SIGINT", () => {});
program.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
program.once("exit", (code, signal) => {
  clearInterval(looking);
  process.exit(signal === null ? (code ?? 1) : 1);
});

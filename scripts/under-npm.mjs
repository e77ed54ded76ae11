// Runs Node with these arguments for an npm script, and ends it when npm's shell has ended. npm passes a signal only to the
// shell, which would otherwise end and leave the program running.
import { spawn } from "node:child_process";

const POLL_MS = 200;
/** The server itself takes at most 9.5 s to close. */
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

function hasShellEnded() {
  try {
    process.kill(shell, 0);
    // Except on Windows, an orphaned process gets another parent.
    return process.platform !== "win32" && process.ppid !== shell;
  } catch {
    return true;
  }
}

const poll = setInterval(() => hasShellEnded() && end(), POLL_MS);
process.on("SIGTERM", end);
process.on("SIGHUP", end);
// A terminal also sends this signal to the program.
process.on("SIGINT", () => {});
program.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
program.once("exit", (code, signal) => {
  clearInterval(poll);
  process.exit(signal === null ? (code ?? 1) : 1);
});

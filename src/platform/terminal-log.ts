import type { DestinationStream } from "pino";

type Line = {
  level: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [property: string]: unknown;
};

/** What every line has, and what a person at the terminal of the process knows. */
const COMMON = ["level", "time", "msg", "err", "requestId", "release", "instance", "pid"];
const FILE = /^\/assets\/|\.\w+$/;
const CLIENT_ERROR = 400;
const LEVELS: Readonly<Record<number, string>> = { 40: "warning: ", 50: "error: ", 60: "fatal: " };
/** Text of others must not move the cursor, nor begin a line but in a stack. */
const CONTROL = /[^\P{Cc}\n\t]/gu;
const PLAIN = /^[^\s\p{Cc}]+$/u;

/** Where a logger writes for a person: a short line per entry in the place of JSON, and none for files that were served. */
export const createTerminalLog = (write: (text: string) => void): DestinationStream => ({
  write(json) {
    const text = formatLine(JSON.parse(json));
    if (text !== null) write(`${text.replace(CONTROL, "�")}\n`);
  },
});

function formatLine(line: Line): string | null {
  const { level, msg = "", err } = line;
  if (msg === "answered") return formatRequest(line);
  const properties = Object.entries(line).filter(([name]) => !COMMON.includes(name));
  const shown = properties.map(
    ([name, value]) => `${name}=${typeof value === "string" && PLAIN.test(value) ? value : JSON.stringify(value)}`,
  );
  const cause = err && (err.stack ?? err.message);
  return `${LEVELS[level] ?? ""}${[msg, ...shown].join(" ")}${cause ? `\n${cause}` : ""}`;
}

function formatRequest({ method, path, status, ms }: Line): string | null {
  if (Number(status) < CLIENT_ERROR && FILE.test(String(path))) return null;
  return `${method} ${path} ${status} ${ms} ms`;
}

import type { DestinationStream } from "pino";

type Line = {
  level: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [property: string]: unknown;
};

/** Properties that are not printed with each line. */
const COMMON = ["level", "time", "msg", "err", "requestId", "release", "instance", "pid"];
const FILE = /^\/assets\/|\.\w+$/;
const CLIENT_ERROR = 400;
const LEVELS: Readonly<Record<number, string>> = { 40: "warning: ", 50: "error: ", 60: "fatal: " };
/** Control characters, which must not reach the terminal; line breaks and tabs occur in stacks. */
const CONTROL = /[^\P{Cc}\n\t]/gu;
const PLAIN = /^[^\s\p{Cc}]+$/u;

/** Creates a destination that prints each JSON entry as a short line and skips files that were served. */
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

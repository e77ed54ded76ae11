import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { DatabaseUnavailableError, listCauses } from "#platform/database/database-unavailable.ts";
import { createTerminalLog } from "./terminal-log.ts";

export type { Logger };

/**
 * A logger of JSON lines, each with the properties of `base`; of lines for people where the output is a terminal. A failure because the database is unavailable leaves no line: the
 * database's own log has one for all of them (`outage-log.ts`). Callers never pass cookies, tokens, bodies or query strings: see
 * `http/http-server.ts`.
 */
export const createLogger = (
  { logLevel, base = null }: { logLevel: string; base?: Record<string, unknown> | null },
  destination?: DestinationStream,
): Logger =>
  pino(
    {
      level: logLevel,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorShown },
      hooks: { logMethod: logUnlessUnavailable },
    },
    destination ?? openOutput(),
  );

const openOutput = (): DestinationStream =>
  process.stdout.isTTY ? createTerminalLog((text) => process.stdout.write(text)) : pino.destination(1);

function logUnlessUnavailable(this: Logger, line: Parameters<LogFn>, log: LogFn): void {
  const [details]: unknown[] = line;
  const err = typeof details === "object" && details !== null && "err" in details ? details.err : null;
  if (!listCauses(err).some((at) => at instanceof DatabaseUnavailableError)) log.apply(this, line);
}

/** The logged properties of an error: a database error also contains the values of the refused row. */
function errorShown(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack } = error;
  return { type, message, stack, ...("code" in error && { code: error.code }) };
}

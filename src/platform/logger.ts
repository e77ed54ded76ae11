import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { DatabaseUnavailableError, listCauses } from "#platform/database/database-unavailable.ts";
import { createTerminalLog } from "./terminal-log.ts";

export type { Logger };

/**
 * Creates a logger of JSON lines, each with the properties of `base`; on a terminal it writes short text lines instead. Errors
 * caused by a database outage are dropped, because the outage log has one line for all of them (`outage-log.ts`). Callers never
 * pass cookies, tokens, bodies or query strings: see `http/http-server.ts`.
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
      serializers: { err: serializeError },
      hooks: { logMethod: logUnlessUnavailable },
    },
    destination ?? openOutput(),
  );

const openOutput = (): DestinationStream =>
  process.stdout.isTTY ? createTerminalLog((text) => process.stdout.write(text)) : pino.destination(1);

function logUnlessUnavailable(this: Logger, line: Parameters<LogFn>, log: LogFn): void {
  const [details]: unknown[] = line;
  const err = typeof details === "object" && details !== null && "err" in details ? details.err : null;
  if (!listCauses(err).some((cause) => cause instanceof DatabaseUnavailableError)) log.apply(this, line);
}

/** Returns the properties of an error that are safe to log: a database error also contains the values of the refused row. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack } = error;
  return { type, message, stack, ...("code" in error && { code: error.code }) };
}

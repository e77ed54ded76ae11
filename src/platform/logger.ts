import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/** A logger of JSON lines, each with the properties of `base`. Callers never pass cookies, tokens, bodies or query strings: see `http/http-server.ts`. */
export const createLogger = (
  { logLevel, base = null }: { logLevel: string; base?: Record<string, unknown> | null },
  destination?: DestinationStream,
): Logger =>
  pino(
    { level: logLevel, base, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorShown } },
    destination ?? pino.destination(1),
  );

/** The logged properties of an error: a database error also contains the values of the refused row. */
function errorShown(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack } = error;
  return { type, message, stack, ...("code" in error && { code: error.code }) };
}

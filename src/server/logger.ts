import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config/config.ts";

export type { Logger };

/** A logger of JSON lines. Nothing it is given holds cookies, tokens, bodies or query strings: see `http/door.ts`. */
export const createLogger = ({ logLevel }: Pick<Config, "logLevel">, destination?: DestinationStream): Logger =>
  pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination ?? pino.destination(1));

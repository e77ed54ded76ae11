// Messages for the operator about a failed start: each names the variable that is the cause, and a solution.
import { DatabaseUnavailableError, listCauses } from "#platform/database/database-unavailable.ts";
import type { Config, DatabasePlace } from "./config.ts";

/** Returns a message about a failed start, which names the variable if one is the cause. */
export function explainStart(error: unknown, config: Config | undefined): string {
  const message = config && (explainListenError(error, config) ?? explainDatabaseError(error, config));
  return message ?? (error instanceof Error ? error.message : String(error));
}

function explainListenError(error: unknown, config: Config): string | undefined {
  if (!(error instanceof Error && "code" in error && "port" in error && "address" in error)) return undefined;
  const { code, port, address } = error;
  const [prefix, host, fix] =
    port === config.metricsPort
      ? ["METRICS_", config.metricsHost, "Write one that Prometheus alone reaches."]
      : ["", config.host, "Use 0.0.0.0 for all of its addresses."];
  return {
    EADDRINUSE: `${prefix}PORT: port ${port} on ${address} is in use. End the other program, or choose another port.`,
    EACCES: `${prefix}PORT: this program may not open port ${port}. Choose one from 1024, behind a proxy.`,
    EADDRNOTAVAIL: `${prefix}HOST: this machine does not have the address ${host}. ${fix}`,
    ENOTFOUND: `${prefix}HOST: the name ${host} is unknown to this machine. ${fix}`,
  }[String(code)];
}

/**
 * Returns a message about an unusable database, with a solution but without the password; null for an error with another
 * cause.
 */
function explainDatabaseError(error: unknown, { database, moveTo }: Config): string | null {
  const causes = listCauses(error);
  const isDatabaseError = causes.some(
    (candidate) => candidate instanceof DatabaseUnavailableError || "severity" in candidate || "errcode" in candidate,
  );
  const [cause] = causes.toReversed();
  if (!isDatabaseError || !cause) return null;
  // During a move from SQLite to PostgreSQL an error without an SQLite code is one of the target.
  const isTargetError = database.kind === "sqlite" && moveTo !== null && !("errcode" in cause);
  const place: DatabasePlace = isTargetError ? { kind: "postgres", url: moveTo } : database;
  const sentence = place.kind === "sqlite" ? explainSqlite(cause, place.path) : explainPostgres(cause, place.url);
  return `${isTargetError ? "MOVE_TO" : "DATABASE_URL"}: ${sentence ?? cause.message}`;
}

function explainSqlite(cause: Error, path: string): string | undefined {
  const code = "errcode" in cause ? Number(cause.errcode) & 0xff : 0;
  return {
    5: `${path} is in use by another program. End that program.`,
    8: `${path} may not be written. Let this program write it and its folder.`,
    11: `${path} is damaged. Restore it from a backup.`,
    13: `The disk of ${path} is full. Make room on it.`,
    14: `${path} cannot be opened. Name a file that this program may read and write.`,
    26: `${path} is not an SQLite database. Name another file, or restore this one from a backup.`,
  }[code];
}

function explainPostgres(cause: Error, url: string): string | undefined {
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get("host") || "localhost";
  const [address, user] = [`${host}:${port || 5432}`, decodeURIComponent(username)];
  const database = decodeURIComponent(pathname.slice(1)) || user;
  const refused = `${address} refuses the user "${user}". Check the user name and the password.`;
  const silent = `${address} does not answer. Check the address, and whether a firewall is in between.`;
  const unknown = `the host ${host} is unknown. Check its name.`;
  return {
    "28P01": refused,
    "28000": refused,
    "3D000": `there is no database "${database}" at ${address}. Make it: createdb -O ${user || "USER"} ${database || "NAME"}`,
    "42501": `the user "${user}" may not make or change tables. Make it the owner of the database "${database}".`,
    "53300": `${address} takes no more connections. Raise max_connections there, or write a smaller DATABASE_POOL_SIZE.`,
    "57P03": `${address} is starting or ending. Start again when it takes connections.`,
    ECONNREFUSED: `nothing listens on ${address}. Start PostgreSQL there, or name its host and port.`,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
    ENOENT: `there is no PostgreSQL at ${host}. Start it, or name its host and port.`,
    ETIMEDOUT: silent,
    ECONNRESET: silent,
    EHOSTUNREACH: silent,
    ENETUNREACH: silent,
  }["code" in cause ? String(cause.code) : parseErrorCode(cause.message)];
}

/** Returns the code for an error of the driver itself, which has only a message. */
function parseErrorCode(message: string): string {
  if (/SASL|password/.test(message)) return "28P01";
  return /timeout|does not answer|terminated/.test(message) ? "ETIMEDOUT" : "";
}

// Why a start failed, in sentences for the operator: each names the variable that is the cause, and what to do.
import { DatabaseUnavailableError, listCauses } from "#platform/database/database-unavailable.ts";
import type { Config, DatabasePlace } from "./config.ts";

/** Why the start failed, in a sentence that names the variable where one is the cause. */
export function explainStart(error: unknown, config: Config | undefined): string {
  const explained = config && (explainListenError(error, config) ?? explainDatabaseError(error, config));
  return explained ?? (error instanceof Error ? error.message : String(error));
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
 * A sentence for the operator about a database that cannot be used, with what to do; null for an error that has another
 * cause. It holds no password.
 */
function explainDatabaseError(error: unknown, { database, moveTo }: Config): string | null {
  const causes = listCauses(error);
  const isOurs = causes.some((at) => at instanceof DatabaseUnavailableError || "severity" in at || "errcode" in at);
  const [cause] = causes.toReversed();
  if (!isOurs || !cause) return null;
  // A site moves from SQLite to PostgreSQL: an error of the second database has no code of SQLite.
  const isOfTarget = database.kind === "sqlite" && moveTo !== null && !("errcode" in cause);
  const place: DatabasePlace = isOfTarget ? { kind: "postgres", url: moveTo } : database;
  const sentence = place.kind === "sqlite" ? explainSqlite(cause, place.path) : explainPostgres(cause, place.url);
  return `${isOfTarget ? "MOVE_TO" : "DATABASE_URL"}: ${sentence ?? cause.message}`;
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
  const [at, user] = [`${host}:${port || 5432}`, decodeURIComponent(username)];
  const database = decodeURIComponent(pathname.slice(1)) || user;
  const refused = `${at} refuses the user "${user}". Check the user name and the password.`;
  const silent = `${at} does not answer. Check the address, and whether a firewall is in between.`;
  const unknown = `the host ${host} is unknown. Check its name.`;
  return {
    "28P01": refused,
    "28000": refused,
    "3D000": `there is no database "${database}" at ${at}. Make it: createdb -O ${user || "USER"} ${database || "NAME"}`,
    "42501": `the user "${user}" may not make or change tables. Make it the owner of the database "${database}".`,
    "53300": `${at} takes no more connections. Raise max_connections there, or write a smaller DATABASE_POOL_SIZE.`,
    "57P03": `${at} is starting or ending. Start again when it takes connections.`,
    ECONNREFUSED: `nothing listens on ${at}. Start PostgreSQL there, or name its host and port.`,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
    ENOENT: `there is no PostgreSQL at ${host}. Start it, or name its host and port.`,
    ETIMEDOUT: silent,
    ECONNRESET: silent,
    EHOSTUNREACH: silent,
    ENETUNREACH: silent,
  }["code" in cause ? String(cause.code) : getWordedCode(cause.message)];
}

/** The driver's own errors have no code. */
function getWordedCode(message: string): string {
  if (/SASL|password/.test(message)) return "28P01";
  return /timeout|does not answer|terminated/.test(message) ? "ETIMEDOUT" : "";
}

// Where people may be sent on to: our own pages and nowhere else. The server and the web judge by the same rules.

const PRINTABLE = /^[\x21-\x7e]+$/;
const ENCODED_DANGER = /%(2f|5c|00|25)/i;
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i;

/** The address if it is a plain path of this site, with its search and hash; null for anything else. */
export function safePath(address: unknown): string | null {
  if (typeof address !== "string" || !PRINTABLE.test(address)) return null;
  if (!address.startsWith("/") || address.includes("\\")) return null;
  const path = address.split(/[?#]/, 1)[0] ?? "";
  if (path.includes("//") || ENCODED_DANGER.test(path)) return null;
  return path.split("/").some((segment) => DOT_SEGMENT.test(segment)) ? null : address;
}

/** The address if it is a safe path, alone or behind exactly this origin; null for anything else. */
export function safeAddress(address: unknown, origin: string): string | null {
  if (typeof address !== "string") return null;
  const path = address.startsWith(origin) ? address.slice(origin.length) : address;
  return safePath(path) === null ? null : address;
}

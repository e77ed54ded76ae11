// Redirect targets: only the site's own pages are allowed. The server and the browser use the same rules.

const PRINTABLE = /^[\x21-\x7e]+$/;
const ENCODED_DANGER = /%(2f|5c|00|25)/i;
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i;

/** Returns the address if it is a path of this site, with an optional search and hash; otherwise null. */
export function parseSafePath(address: unknown): string | null {
  if (typeof address !== "string" || !PRINTABLE.test(address)) return null;
  if (!address.startsWith("/") || address.includes("\\")) return null;
  const path = address.split(/[?#]/, 1)[0] ?? "";
  if (path.includes("//") || ENCODED_DANGER.test(path)) return null;
  return path.split("/").some((segment) => DOT_SEGMENT.test(segment)) ? null : address;
}

/** Returns the address if it is a safe path, with or without exactly this origin; otherwise null. */
export function parseSafeAddress(address: unknown, origin: string): string | null {
  if (typeof address !== "string") return null;
  const path = address.startsWith(origin) ? address.slice(origin.length) : address;
  return parseSafePath(path) === null ? null : address;
}

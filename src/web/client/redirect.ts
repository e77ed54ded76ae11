// Where the browser may be sent after sign-in: our own pages and nowhere else.

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

/** The address of the sign-in page that leads back to `from`. */
export function loginAddress(from: string): string {
  const path = safePath(from);
  if (!path || path === "/" || path.startsWith("/login")) return "/login";
  return `/login?redirect=${encodeURIComponent(path)}`;
}

// One spelling for every address, before anything counts, routes or logs it.

/** The path of a request in its one spelling, and the text behind the question mark as it was sent. */
export type RequestTarget = { path: string; query: string };

/** What no address of this site has: other separators than `/`, fragments, and characters that belong percent-encoded. */
const FOREIGN_CHARACTER = /[^\x21-\x7e]|[\\#"<>^`{|}]/;
/** A dot segment or an encoded separator: two programs resolve these in two ways. */
const AMBIGUOUS = /%(?:2f|5c|2e)|(?:^|\/)\.{1,2}(?=\/|$)/i;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Decodes each percent-encoded character of the path and encodes again only what has to be, so that `%2C`, `,` and
 * `%2c` are the same address for limits, routes and the log. Null for a path with dot segments, encoded separators,
 * control characters or broken encoding.
 */
export function parseRequestTarget(url: string): RequestTarget | null {
  const at = url.indexOf("?");
  const [path, query] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
  if (!path.startsWith("/") || FOREIGN_CHARACTER.test(path) || AMBIGUOUS.test(path)) return null;
  if (!path.includes("%")) return { path, query };
  try {
    const decoded = decodeURIComponent(path);
    return CONTROL_CHARACTER.test(decoded)
      ? null
      : { path: encodeURI(decoded).replace(/[?#]/g, encodeURIComponent), query };
  } catch {
    return null;
  }
}

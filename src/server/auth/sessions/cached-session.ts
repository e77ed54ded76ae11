/** The cookie's name, with any prefix, and a number where it was cut in pieces. */
const CACHED = /^\s*[\w.-]*\.session_data(\.\d+)?\s*=/;

/** The same headers without the cached session: what they are asked for is read from the database. */
export function withoutCachedSession(given: Headers): Headers {
  const headers = new Headers(given);
  const cookies = headers.get("cookie")?.split(/; */);
  if (cookies) headers.set("cookie", cookies.filter((cookie) => !CACHED.test(cookie)).join("; "));
  return headers;
}

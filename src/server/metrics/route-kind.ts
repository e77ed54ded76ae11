/** The first matching prefix gives the kind. No prefix contains a part of a path that identifies a person. */
const KINDS = [
  ["/api/trpc/", "data"],
  ["/api/auth/get-session", "session"],
  ["/api/auth/", "account"],
  ["/api/avatar/", "picture"],
  ["/api/health/", "health"],
  ["/api/", "other"],
  ["/assets/", "file"],
  ["/pictures/", "picture"],
] as const;

/** What kind of thing an address is, in one of a handful of words. */
export function getRouteKind(url: string): string {
  const [path = ""] = url.split("?", 1);
  const known = KINDS.find(([start]) => path.startsWith(start));
  return known?.[1] ?? (/\.[a-z0-9]+$/.test(path) ? "file" : "page");
}

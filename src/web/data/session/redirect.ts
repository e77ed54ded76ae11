import { safePath } from "#domain/account/redirect.ts";

/** The address of the sign-in page that leads back to `from`. */
export function loginAddress(from: string): string {
  const path = safePath(from);
  if (!path || path === "/" || path.startsWith("/login")) return "/login";
  return `/login?redirect=${encodeURIComponent(path)}`;
}

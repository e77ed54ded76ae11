// The headers of all responses. Pages have their own content security policy: see site.ts.
import type { Config } from "#server/config/config.ts";

const COMMON_HEADERS = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  [
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)",
  ],
  ["Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
] as const;

/** Two years. */
const HSTS = "max-age=63072000";

/** Returns the headers of all responses; a response may override them. */
export function getHeaders({
  origin,
  hstsSubdomains,
}: Pick<Config, "origin" | "hstsSubdomains">): readonly (readonly [string, string])[] {
  if (!origin.startsWith("https:")) return COMMON_HEADERS;
  return [...COMMON_HEADERS, ["Strict-Transport-Security", hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS]];
}

/** Hashes of the style elements in Radix's Select and ScrollArea; a browser test detects changes. */
const RADIX_STYLES = [
  "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
  "'sha256-vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw='",
];

/** Returns the policy of a page: own files, and the inline scripts and styles with the hashes from the build. */
export const getPagePolicy = ({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    `style-src ${["'self'", ...styles, ...RADIX_STYLES].join(" ")}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

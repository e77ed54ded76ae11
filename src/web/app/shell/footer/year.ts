/** The year as the server wrote it into the page; its placeholder while the build draws. */
export function yearOfPage(): string {
  if (typeof document === "undefined") return "%YEAR%";
  const written = document.documentElement.dataset["year"] ?? "";
  return /^\d{4}$/.test(written) ? written : String(new Date().getFullYear());
}

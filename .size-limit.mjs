// What the browser fetches before it can draw an address: the scripts its built page names.
import { readdirSync, readFileSync } from "node:fs";

const PAGES = "dist/pages";
/** Beyond the English page; texts of other languages are longer. */
const OTHER_LANGUAGE_KB = 3;

function scriptsOf(language, page) {
  const html = readFileSync(`${PAGES}/${language}/${page}.html`, "utf8");
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => `dist/web/${path}`);
}

function limitsOf(language) {
  const limit = (kB) => `${language === "en" ? kB : kB + OTHER_LANGUAGE_KB} kB`;
  return [
    { name: `/ (${language})`, path: scriptsOf(language, "index"), gzip: true, limit: limit(120) },
    { name: `/bf4 (${language})`, path: scriptsOf(language, "bf4"), gzip: true, limit: limit(170) },
    { name: `/bf2042 (${language})`, path: scriptsOf(language, "bf2042"), gzip: true, limit: limit(170) },
  ];
}

export default readdirSync(PAGES).flatMap(limitsOf);

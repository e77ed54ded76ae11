// What the browser fetches before it can draw an address: the scripts its built page names.
import { readFileSync } from "node:fs";

function scriptsOf(page) {
  const html = readFileSync(`dist/pages/${page}.html`, "utf8");
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => `dist/web/${path}`);
}

export default [
  { name: "/", path: scriptsOf("index"), gzip: true, limit: "110 kB" },
  { name: "/bf4", path: scriptsOf("bf4"), gzip: true, limit: "160 kB" },
  { name: "/bf2042", path: scriptsOf("bf2042"), gzip: true, limit: "160 kB" },
];

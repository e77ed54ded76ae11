// Makes the font files of src/web/fonts as fonts.css asks for them: only its letters, only its weights. Wants the command
// `fonttools` (4.66, with brotli) beside Node; run it after a change of the ranges or of the packages.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "src/web/fonts");
const FACE =
  /font-weight: (?<weights>[\d ]+);\s+src: url\("\.\/fonts\/(?<family>[\w-]+)-(?<part>basic|rest|russian)\.woff2"\)[^;]*;\s+unicode-range:\s*(?<range>[^;]+);/g;
/** What a browser applies unasked, and figures of one width. */
const FEATURES = "calt,ccmp,kern,liga,locl,mark,mkmk,tnum";

const folder = mkdtempSync(join(tmpdir(), "fonts-"));
for (const { groups } of readFileSync(join(ROOT, "src/web/fonts.css"), "utf8").matchAll(FACE)) {
  const { weights = "", family = "", part = "", range = "" } = groups ?? {};
  const origin = join(ROOT, "node_modules/@fontsource-variable", family);
  const narrowed = join(folder, `${family}.ttf`);
  const script = part === "russian" ? "cyrillic" : "latin";
  const whole = join(origin, "files", `${family}-${script}-wght-normal.woff2`);
  // "400 700" keeps what lies between, "800" alone.
  fonttools(
    "varLib.instancer",
    "--quiet",
    "--no-recalc-timestamp",
    `--output=${narrowed}`,
    whole,
    `wght=${weights.replace(" ", ":")}`,
  );
  fonttools(
    "subset",
    narrowed,
    `--output-file=${join(FOLDER, `${family}-${part}.woff2`)}`,
    `--unicodes=${range.replaceAll(/\s/g, "")}`,
    `--layout-features=${FEATURES}`,
    "--flavor=woff2",
    "--no-hinting",
  );
}
rmSync(folder, { recursive: true });

function fonttools(...words: string[]): void {
  execFileSync("fonttools", words, { stdio: "inherit" });
}

// Creates the font files of src/web/fonts with only the letters and weights that fonts.css declares. Requires the command
// `fonttools` (4.66, with brotli). Run it after a change of the ranges in fonts.css or of the font packages.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "src/web/fonts");
const FACE =
  /font-weight: (?<weights>[\d ]+);\s+src: url\("\.\/fonts\/(?<family>[\w-]+)-(?<part>basic|rest|russian)\.woff2"\)[^;]*;\s+unicode-range:\s*(?<range>[^;]+);/g;
/** The OpenType features that browsers apply by default, and figures of equal width (tnum). */
const FEATURES = "calt,ccmp,kern,liga,locl,mark,mkmk,tnum";

const folder = mkdtempSync(join(tmpdir(), "fonts-"));
for (const { groups } of readFileSync(join(ROOT, "src/web/fonts.css"), "utf8").matchAll(FACE)) {
  const { weights = "", family = "", part = "", range = "" } = groups ?? {};
  const packageFolder = join(ROOT, "node_modules/@fontsource-variable", family);
  const instanceFont = join(folder, `${family}.ttf`);
  const script = part === "russian" ? "cyrillic" : "latin";
  const sourceFont = join(packageFolder, "files", `${family}-${script}-wght-normal.woff2`);
  // "400 700" selects the range from 400 to 700, "800" only that weight.
  runFonttools(
    "varLib.instancer",
    "--quiet",
    "--no-recalc-timestamp",
    `--output=${instanceFont}`,
    sourceFont,
    `wght=${weights.replace(" ", ":")}`,
  );
  runFonttools(
    "subset",
    instanceFont,
    `--output-file=${join(FOLDER, `${family}-${part}.woff2`)}`,
    `--unicodes=${range.replaceAll(/\s/g, "")}`,
    `--layout-features=${FEATURES}`,
    "--flavor=woff2",
    "--no-hinting",
  );
}
rmSync(folder, { recursive: true });

function runFonttools(...args: string[]): void {
  execFileSync("fonttools", args, { stdio: "inherit" });
}

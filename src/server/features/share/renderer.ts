// Renders a card to PNG. It runs in a worker thread, because layout and rendering would block the event loop too long.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { lazy } from "#platform/cache.ts";

export type Style = Record<string, string | number>;
export type Element = {
  type: string;
  key: null;
  props: { style: Style; children?: string | Element[]; src?: string };
};
type Card = { card: Element; width: number; height: number };

/** Each script is a separate font family, so that missing letters come from another one. */
const SCRIPTS = ["latin", "latin-ext", "cyrillic", "greek"];
const WEIGHTS = [400, 700] as const;

const readFonts = lazy(() =>
  Promise.all(
    WEIGHTS.flatMap((weight) =>
      SCRIPTS.map(async (script) => {
        const file = `@fontsource/sofia-sans-condensed/files/sofia-sans-condensed-${script}-${weight}-normal.woff`;
        const data = await readFile(fileURLToPath(import.meta.resolve(file)));
        return { name: script, weight, style: "normal" as const, data };
      }),
    ),
  ),
);

/** Returns the card as a PNG of this size in pixels. */
export async function renderCard({ card, width, height }: Card): Promise<Uint8Array> {
  const style = { ...card.props.style, fontFamily: SCRIPTS.join(", ") };
  const root = { ...card, props: { ...card.props, style } };
  const svg = await satori(root, { width, height, fonts: await readFonts() });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

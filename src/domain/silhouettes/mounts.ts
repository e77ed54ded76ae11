// Maps the names of attachments to kinds, and draws each kind.
import { type Anchors, addShape, BORE_Y, type Canvas, rectangle } from "./canvas.ts";
import { MUZZLES } from "./parts.ts";

/** The kinds of attachments that a side view distinguishes. */
export type Mount =
  | "red-dot"
  | "holographic"
  | "scope-short"
  | "scope-long"
  | "suppressor"
  | "muzzle-brake"
  | "flash-hider"
  | "heavy-barrel"
  | "vertical-grip"
  | "angled-grip"
  | "stubby-grip"
  | "bipod"
  | "launcher"
  | "laser"
  | "extended-magazine"
  | "drum";

/** Patterns of attachment names and the kind they stand for; the first matching pattern applies. */
const NAMES: readonly (readonly [pattern: RegExp, mount: Mount | null])[] = [
  [/^magnifier|^variable zoom|iron|^no |^default|^factory/i, null],
  [/flash (hider|suppressor)/i, "flash-hider"],
  [/suppressor|nvk shh/i, "suppressor"],
  [/brake|compensator|duckbill|choke/i, "muzzle-brake"],
  [/(heavy|extended) barrel/i, "heavy-barrel"],
  [/angled|cobra/i, "angled-grip"],
  [/stubby|potato/i, "stubby-grip"],
  [/bipod/i, "bipod"],
  [/40mm|gp 30|m320|m203|masterkey|m26|ugl|underslung/i, "launcher"],
  [/light grip|grip/i, "vertical-grip"],
  [/laser|light|range finder|detector/i, "laser"],
  [/drum/i, "drum"],
  [/extended/i, "extended-magazine"],
  [/reflex|rds|kobra|mini|ghost ring|nydar|lattey/i, "red-dot"],
  [/medium range|pso/i, "scope-short"],
  [/scope|ballistic|hunter/i, "scope-long"],
];

const SHORT_SCOPE_FROM = 2.5;
const LONG_SCOPE_FROM = 6;

/** Returns the kind of an attachment by its name or id; null if a side view does not show it. */
export function getMount(nameOrId: string): Mount | null {
  // In an id, 3.4x is written as "3-4x".
  const name = nameOrId.replace(/(?<!\d)(\d)-(\d)x/i, "$1.$2x").replaceAll("-", " ");
  const entry = NAMES.find(([pattern]) => pattern.test(name));
  if (entry && entry[1] !== "scope-long") return entry[1];
  const powers = [...name.matchAll(/(\d+(?:\.\d+)?)x/gi)].map(([, power]) => Number(power));
  if (powers.length === 0) return entry ? "scope-long" : /holo/i.test(name) ? "holographic" : null;
  const power = Math.max(...powers);
  if (power >= LONG_SCOPE_FROM) return "scope-long";
  return power >= SHORT_SCOPE_FROM ? "scope-short" : "holographic";
}

export const OPTICS: readonly Mount[] = ["red-dot", "holographic", "scope-short", "scope-long"];

export function drawScope(canvas: Canvas, left: number, length: number, y: number): void {
  const right = left + length;
  canvas.add("full", [
    [left, y - 7],
    [left + length * 0.18, y - 7],
    [left + length * 0.26, y - 4],
    [right - length * 0.34, y - 4],
    [right - length * 0.24, y - 9],
    [right, y - 9],
    [right, y + 9],
    [right - length * 0.24, y + 9],
    [right - length * 0.34, y + 4],
    [left + length * 0.26, y + 4],
    [left + length * 0.18, y + 7],
    [left, y + 7],
  ]);
  const middle = left + length * 0.45;
  canvas.add("full", rectangle(middle - 5, y - 10, middle + 5, y));
  for (const x of [left + length * 0.3, right - length * 0.42]) canvas.add("full", rectangle(x, y + 3, x + 6, y + 12));
}

/** Draws a bipod with legs of this length below x. */
export function drawBipod(canvas: Canvas, x: number, length: number): void {
  canvas.add("full", rectangle(x - 5, 42, x + 7, 50));
  canvas.add("full", [
    [x - 2, 48],
    [x + 3, 48],
    [x - 8, 50 + length],
    [x - 14, 50 + length],
  ]);
  canvas.add("full", [
    [x + 1, 48],
    [x + 6, 48],
    [x + 18, 50 + length],
    [x + 12, 50 + length],
  ]);
}

type Draw = (canvas: Canvas, anchors: Anchors) => void;

/** Functions that draw an attachment at its anchor. The other kinds change a part of the weapon instead. */
export const MOUNTS: Readonly<Partial<Record<Mount, Draw>>> = {
  "red-dot"(canvas, { top: [x, y] }) {
    canvas.add("full", [
      [x - 14, y],
      [x - 12, y - 4],
      [x + 4, y - 4],
      [x + 6, y - 16],
      [x + 12, y - 16],
      [x + 14, y],
    ]);
  },
  holographic(canvas, { top: [x, y] }) {
    canvas.add("full", rectangle(x - 20, y - 7, x + 20, y + 1));
    canvas.add("full", rectangle(x - 4, y - 20, x + 18, y - 6));
    canvas.add("cut", rectangle(x, y - 17, x + 14, y - 8));
  },
  "scope-short"(canvas, { top: [x, y] }) {
    canvas.add("full", [
      [x - 32, y - 18],
      [x + 18, y - 19],
      [x + 32, y - 21],
      [x + 32, y - 3],
      [x + 18, y - 5],
      [x - 32, y - 5],
    ]);
    canvas.add("full", rectangle(x - 14, y - 6, x + 12, y + 1));
    canvas.add("full", rectangle(x - 8, y - 23, x + 2, y - 16));
  },
  "scope-long"(canvas, { top: [x, y] }) {
    drawScope(canvas, x - 52, 108, y - 11);
  },
  suppressor(canvas, { muzzle, bore }) {
    addShape(canvas, MUZZLES["silencer"]?.shape ?? {}, { left: muzzle, length: 92 }, bore - BORE_Y);
  },
  "muzzle-brake"(canvas, { muzzle, bore }) {
    addShape(canvas, MUZZLES["brake"]?.shape ?? {}, { left: muzzle, length: 34 }, bore - BORE_Y);
  },
  "flash-hider"(canvas, { muzzle, bore }) {
    addShape(canvas, MUZZLES["cone"]?.shape ?? {}, { left: muzzle, length: 26 }, bore - BORE_Y);
  },
  "vertical-grip"(canvas, { under: [x, y] }) {
    canvas.add("full", [
      [x - 6, y - 2],
      [x + 8, y - 2],
      [x + 6, y + 32],
      [x - 6, y + 32],
    ]);
  },
  "angled-grip"(canvas, { under: [x, y] }) {
    canvas.add("full", [
      [x - 26, y - 2],
      [x + 18, y - 2],
      [x + 8, y + 16],
      [x - 2, y + 17],
    ]);
  },
  "stubby-grip"(canvas, { under: [x, y] }) {
    canvas.add("full", [
      [x - 7, y - 2],
      [x + 8, y - 2],
      [x + 7, y + 18],
      [x - 7, y + 18],
    ]);
  },
  bipod(canvas, { under: [x] }) {
    drawBipod(canvas, x + 16, 46);
  },
  launcher(canvas, { under: [x, y] }) {
    canvas.add("full", rectangle(x - 34, y - 1, x + 40, y + 14));
    canvas.add("cut", rectangle(x - 2, y + 1, x, y + 13));
    canvas.add("full", [
      [x - 34, y + 13],
      [x - 20, y + 13],
      [x - 24, y + 30],
      [x - 34, y + 28],
    ]);
  },
  laser(canvas, { under: [x] }) {
    canvas.add("dim", rectangle(x - 12, 32, x + 20, 39));
  },
};

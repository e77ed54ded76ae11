// Pistols and revolvers: short weapons whose parts follow each other differently. Units are larger than those of long guns,
// because a drawing is scaled by its length: a full-size pistol is about 200 units long.
import { type Anchors, type Canvas, type Layer, readCorners } from "./canvas.ts";

type Parts = readonly (readonly string[])[];
type Find = (kind: string) => readonly string[] | undefined;

const TOP = 20;

/**
 * Draws a handgun. A pistol has "frame LENGTH GRIP RAKE" and "slide LENGTH HEIGHT FRONT", where the front is flat, round, slant
 * or open; a revolver has "cylinder LENGTH HEIGHT". Both may have "barrel LENGTH HEIGHT" and what the functions below name.
 */
export function drawHandgun(canvas: Canvas, parts: Parts): Anchors {
  const find: Find = (kind) => parts.find(([name]) => name === kind);
  return find("cylinder") ? drawRevolver(canvas, find) : drawPistol(canvas, find);
}

const measure = (part: readonly string[] | undefined, index: number, otherwise: number) =>
  Number(part?.[index] ?? otherwise);

const add = (canvas: Canvas, layer: Layer, corners: string) => canvas.add(layer, readCorners(corners.split(" ")));

function drawPistol(canvas: Canvas, find: Find): Anchors {
  const length = measure(find("slide"), 1, 180);
  const seam = TOP + measure(find("slide"), 2, 26);
  const frame = measure(find("frame"), 1, 140);
  drawSlide(canvas, find, length, seam);
  drawFrame(canvas, find, frame, seam);
  drawTrigger(canvas, seam);
  drawFurniture(canvas, find, seam);
  const muzzle = drawFront(canvas, find, length, seam);
  return { top: [40, TOP], muzzle, bore: TOP + 10, under: [frame - 18, seam + 12] };
}

const NOSES: Readonly<Record<string, number>> = { round: 10, slant: 6 };

/** The slide with serrations, port and sights. */
function drawSlide(canvas: Canvas, find: Find, length: number, seam: number): void {
  const front = find("slide")?.[3] ?? "flat";
  const nose = NOSES[front] ?? 2;
  add(canvas, "full", `0,24 4,20 ${length - nose},20 ${length},${TOP + nose} ${length},${seam} 0,${seam}`);
  for (let x = 10; x < 34; x += 5) add(canvas, "cut", `${x},25 ${x + 2},25 ${x},${seam - 4} ${x - 2},${seam - 4}`);
  if (front === "open") {
    add(canvas, "cut", `70,19 ${length - 26},19 ${length - 30},28 74,28`);
    add(canvas, "full", `66,28 ${length - 20},28 ${length - 20},31 66,31`);
  } else {
    const [port, bottom] = [length * 0.46, (TOP + seam) / 2];
    add(canvas, "cut", `${port},23 ${port + 34},23 ${port + 34},${bottom} ${port},${bottom}`);
  }
  add(canvas, "cut", `0,${seam} ${length},${seam} ${length},${seam + 1.6} 0,${seam + 1.6}`);
  add(canvas, "full", "6,14 16,14 18,21 4,21");
  add(canvas, "full", `${length - 18},15 ${length - 10},15 ${length - 8},21 ${length - 22},21`);
}

/** The frame with its grip; "railed", "hammer" and "tang" add to it. */
function drawFrame(canvas: Canvas, find: Find, frame: number, s: number): void {
  const grip = measure(find("frame"), 2, 62);
  const rake = measure(find("frame"), 3, 18);
  const bottom = s + 14 + grip;
  add(
    canvas,
    "full",
    `2,${s + 1} ${frame},${s + 1} ${frame},${s + 13} 92,${s + 15} 60,${s + 18} 4,${s + 12} -8,${s + 6}`,
  );
  add(
    canvas,
    "full",
    `4,${s + 8} 58,${s + 12} 56,${s + 26} ${54 - rake},${bottom} ${8 - rake},${bottom} ${6 - rake / 2},${s + 40} 0,${s + 22}`,
  );
  add(canvas, "dim", `12,${s + 24} 48,${s + 24} ${46 - rake},${bottom - 6} ${16 - rake},${bottom - 6}`);
  if (find("railed")) {
    for (let x = frame - 30; x < frame - 6; x += 9)
      add(canvas, "cut", `${x},${s + 9} ${x + 4},${s + 9} ${x + 4},${s + 14} ${x},${s + 14}`);
  }
  if (find("hammer")) add(canvas, "full", `-2,${s + 4} -14,${s - 8} -10,${s - 14} 4,${s - 4}`);
  if (find("tang")) add(canvas, "full", `0,${s + 4} -16,${s + 8} -12,${s + 13} 4,${s + 14}`);
}

function drawTrigger(canvas: Canvas, s: number): void {
  add(canvas, "full", `54,${s + 12} 104,${s + 12} 102,${s + 36} 94,${s + 40} 58,${s + 40}`);
  add(canvas, "cut", `60,${s + 16} 98,${s + 16} 96,${s + 33} 91,${s + 35} 61,${s + 35}`);
  add(canvas, "full", `72,${s + 14} 78,${s + 14} 74,${s + 30} 70,${s + 30}`);
}

/** Barrel and compensator in front of the slide; returns where the muzzle is. */
function drawFront(canvas: Canvas, find: Find, length: number, seam: number): number {
  const [barrel, thick] = [measure(find("barrel"), 1, 0), measure(find("barrel"), 2, 12)];
  const muzzle = length + barrel;
  if (barrel) add(canvas, "full", `${length},24 ${muzzle},24 ${muzzle},${24 + thick} ${length},${24 + thick}`);
  const comp = measure(find("compensator"), 1, 0);
  if (!comp) return muzzle;
  add(canvas, "full", `${muzzle},20 ${muzzle + comp},20 ${muzzle + comp},${seam} ${muzzle},${seam}`);
  for (let x = muzzle + 6; x < muzzle + comp - 5; x += 9) add(canvas, "cut", `${x},23 ${x + 4},23 ${x + 4},31 ${x},31`);
  return muzzle + comp;
}

/** What makes a machine pistol: "magazine LENGTH", "shoulder" stock, "foregrip". */
function drawFurniture(canvas: Canvas, find: Find, s: number): void {
  const rake = measure(find("frame"), 3, 18);
  const bottom = s + 12 + measure(find("frame"), 2, 62);
  const long = measure(find("magazine"), 1, 0);
  if (long) {
    const end = rake * 1.5;
    add(
      canvas,
      "full",
      `${12 - rake},${bottom} ${50 - rake},${bottom} ${44 - end},${bottom + long} ${8 - end},${bottom + long}`,
    );
  }
  if (find("shoulder"))
    add(canvas, "full", `0,${s + 2} -86,${s + 6} -92,${s + 44} -82,${s + 44} -78,${s + 14} 0,${s + 12}`);
  const front = measure(find("frame"), 1, 140);
  if (find("foregrip"))
    add(
      canvas,
      "full",
      `${front - 14},${s + 12} ${front - 2},${s + 12} ${front - 6},${s + 52} ${front - 16},${s + 50}`,
    );
}

/** A revolver; "rib", "lug" under the barrel, "lowbore" and "wood" grips. */
function drawRevolver(canvas: Canvas, find: Find): Anchors {
  const [length, height] = [measure(find("cylinder"), 1, 46), measure(find("cylinder"), 2, 40)];
  const [barrel, thick] = [measure(find("barrel"), 1, 110), measure(find("barrel"), 2, 16)];
  const top = TOP + 4;
  const right = 44 + length;
  const bore = top + 2 + (find("lowbore") ? 12 : 0);
  drawCylinder(canvas, length, top, top + height);
  drawHandle(canvas, find("wood") ? "dim" : "full", top, top + height);
  const muzzle = right + barrel;
  const under = bore + thick;
  add(canvas, "full", `${right + 6},${bore} ${muzzle},${bore} ${muzzle},${under} ${right + 6},${under}`);
  const rib = find("rib") ? top - 4 : bore;
  if (find("rib")) {
    add(canvas, "full", `${right + 6},${rib} ${muzzle},${rib} ${muzzle},${bore + 1} ${right + 6},${bore + 1}`);
    for (let x = right + 18; x < muzzle - 14; x += 20)
      add(canvas, "cut", `${x},${top - 2} ${x + 12},${top - 2} ${x + 12},${top + 0.5} ${x},${top + 0.5}`);
  }
  if (find("lug"))
    add(
      canvas,
      "full",
      `${right + 6},${under - 1} ${muzzle - 6},${under - 1} ${muzzle},${under + 9} ${right + 6},${under + 11}`,
    );
  add(
    canvas,
    "full",
    `${muzzle - 16},${rib - 9} ${muzzle - 6},${rib - 9} ${muzzle - 4},${rib + 1} ${muzzle - 24},${rib + 1}`,
  );
  return { top: [right, top - 2], muzzle, bore: bore + thick / 2, under: [right + 40, under] };
}

/** The frame around the cylinder, which thin gaps leave visible in its window. */
function drawCylinder(canvas: Canvas, length: number, top: number, bottom: number): void {
  const right = 44 + length;
  add(
    canvas,
    "full",
    `18,${top + 8} 30,${top - 2} ${right + 8},${top - 2} ${right + 8},${bottom - 2} 60,${bottom + 6} 24,${bottom}`,
  );
  for (const x of [42, right + 1])
    add(canvas, "cut", `${x},${top + 3} ${x + 2},${top + 3} ${x + 2},${bottom - 3} ${x},${bottom - 3}`);
  for (const y of [top + 3, bottom - 4.6])
    add(canvas, "cut", `42,${y} ${right + 3},${y} ${right + 3},${y + 1.6} 42,${y + 1.6}`);
  const flute = 44 + length * 0.4;
  for (let y = top + 9; y < bottom - 8; y += 11)
    add(canvas, "cut", `${flute},${y} ${right - 2},${y + 1} ${right - 2},${y + 4} ${flute},${y + 5}`);
}

/** Hammer, grip and trigger of a revolver. */
function drawHandle(canvas: Canvas, grip: Layer, top: number, b: number): void {
  add(canvas, "full", `20,${top + 8} 4,${top - 6} 0,${top - 4} 10,${top + 14} 22,${top + 16}`);
  add(
    canvas,
    grip,
    `20,${top + 12} 38,${b} 34,${b + 16} 20,${b + 58} -18,${b + 54} -20,${b + 44} 2,${b + 4} 12,${top + 16}`,
  );
  add(canvas, "full", `34,${b} 78,${b} 76,${b + 22} 68,${b + 27} 40,${b + 26}`);
  add(canvas, "cut", `42,${b + 5} 72,${b + 5} 70,${b + 19} 66,${b + 22} 43,${b + 21}`);
  add(canvas, "full", `54,${b + 3} 60,${b + 3} 56,${b + 17} 53,${b + 17}`);
}

// Draws pistols and revolvers, whose parts differ from those of long guns. A drawing is scaled by its length, so the units can be
// larger than those of long guns: a full-size pistol is about 200 units long.
import { type Anchors, type Canvas, type Layer, readCorners } from "./canvas.ts";

type Parts = readonly (readonly string[])[];
type Find = (kind: string) => readonly string[] | undefined;

const TOP = 20;

/**
 * Draws a handgun. A pistol has "frame LENGTH GRIP RAKE" and "slide LENGTH HEIGHT FRONT" with the front "flat", "round", "slant" or
 * "open"; a revolver has "cylinder LENGTH HEIGHT". Both may have "barrel LENGTH HEIGHT" and the parts listed at the functions below.
 */
export function drawHandgun(canvas: Canvas, parts: Parts): Anchors {
  const find: Find = (kind) => parts.find(([name]) => name === kind);
  return find("cylinder") ? drawRevolver(canvas, find) : drawPistol(canvas, find);
}

const readMeasure = (part: readonly string[] | undefined, index: number, fallback: number) =>
  Number(part?.[index] ?? fallback);

const add = (canvas: Canvas, layer: Layer, corners: string) => canvas.add(layer, readCorners(corners.split(" ")));

function drawPistol(canvas: Canvas, find: Find): Anchors {
  const length = readMeasure(find("slide"), 1, 180);
  const seam = TOP + readMeasure(find("slide"), 2, 26);
  const frame = readMeasure(find("frame"), 1, 140);
  drawSlide(canvas, find, length, seam);
  drawFrame(canvas, find, frame, seam);
  drawTrigger(canvas, seam);
  drawFurniture(canvas, find, seam);
  const muzzle = drawFront(canvas, find, length, seam);
  return { top: [40, TOP], muzzle, bore: TOP + 10, under: [frame - 18, seam + 12] };
}

const NOSES: Readonly<Record<string, number>> = { round: 10, slant: 6 };

/** Draws the slide with serrations, ejection port and sights. */
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

/** Draws the frame with its grip, and the optional parts "railed", "hammer" and "tang". */
function drawFrame(canvas: Canvas, find: Find, frame: number, seam: number): void {
  const grip = readMeasure(find("frame"), 2, 62);
  const rake = readMeasure(find("frame"), 3, 18);
  const bottom = seam + 14 + grip;
  add(
    canvas,
    "full",
    `2,${seam + 1} ${frame},${seam + 1} ${frame},${seam + 13} 92,${seam + 15} 60,${seam + 18} 4,${seam + 12} -8,${seam + 6}`,
  );
  add(
    canvas,
    "full",
    `4,${seam + 8} 58,${seam + 12} 56,${seam + 26} ${54 - rake},${bottom} ${8 - rake},${bottom} ${6 - rake / 2},${seam + 40} 0,${seam + 22}`,
  );
  add(canvas, "dim", `12,${seam + 24} 48,${seam + 24} ${46 - rake},${bottom - 6} ${16 - rake},${bottom - 6}`);
  if (find("railed")) {
    for (let x = frame - 30; x < frame - 6; x += 9)
      add(canvas, "cut", `${x},${seam + 9} ${x + 4},${seam + 9} ${x + 4},${seam + 14} ${x},${seam + 14}`);
  }
  if (find("hammer")) add(canvas, "full", `-2,${seam + 4} -14,${seam - 8} -10,${seam - 14} 4,${seam - 4}`);
  if (find("tang")) add(canvas, "full", `0,${seam + 4} -16,${seam + 8} -12,${seam + 13} 4,${seam + 14}`);
}

function drawTrigger(canvas: Canvas, seam: number): void {
  add(canvas, "full", `54,${seam + 12} 104,${seam + 12} 102,${seam + 36} 94,${seam + 40} 58,${seam + 40}`);
  add(canvas, "cut", `60,${seam + 16} 98,${seam + 16} 96,${seam + 33} 91,${seam + 35} 61,${seam + 35}`);
  add(canvas, "full", `72,${seam + 14} 78,${seam + 14} 74,${seam + 30} 70,${seam + 30}`);
}

/** Draws the barrel and the compensator in front of the slide; returns the x coordinate of the muzzle. */
function drawFront(canvas: Canvas, find: Find, length: number, seam: number): number {
  const [barrel, thickness] = [readMeasure(find("barrel"), 1, 0), readMeasure(find("barrel"), 2, 12)];
  const muzzle = length + barrel;
  if (barrel) add(canvas, "full", `${length},24 ${muzzle},24 ${muzzle},${24 + thickness} ${length},${24 + thickness}`);
  const compensator = readMeasure(find("compensator"), 1, 0);
  if (!compensator) return muzzle;
  add(canvas, "full", `${muzzle},20 ${muzzle + compensator},20 ${muzzle + compensator},${seam} ${muzzle},${seam}`);
  for (let x = muzzle + 6; x < muzzle + compensator - 5; x += 9)
    add(canvas, "cut", `${x},23 ${x + 4},23 ${x + 4},31 ${x},31`);
  return muzzle + compensator;
}

/** Draws the parts of a machine pistol: "magazine LENGTH", "shoulder" (a stock), "foregrip". */
function drawFurniture(canvas: Canvas, find: Find, seam: number): void {
  const rake = readMeasure(find("frame"), 3, 18);
  const bottom = seam + 12 + readMeasure(find("frame"), 2, 62);
  const magazineLength = readMeasure(find("magazine"), 1, 0);
  if (magazineLength) {
    const end = rake * 1.5;
    add(
      canvas,
      "full",
      `${12 - rake},${bottom} ${50 - rake},${bottom} ${44 - end},${bottom + magazineLength} ${8 - end},${bottom + magazineLength}`,
    );
  }
  if (find("shoulder"))
    add(
      canvas,
      "full",
      `0,${seam + 2} -86,${seam + 6} -92,${seam + 44} -82,${seam + 44} -78,${seam + 14} 0,${seam + 12}`,
    );
  const front = readMeasure(find("frame"), 1, 140);
  if (find("foregrip"))
    add(
      canvas,
      "full",
      `${front - 14},${seam + 12} ${front - 2},${seam + 12} ${front - 6},${seam + 52} ${front - 16},${seam + 50}`,
    );
}

/** Draws a revolver with the optional parts "rib", "lug" (below the barrel), "lowbore" and "wood" (a grip in the dim tone). */
function drawRevolver(canvas: Canvas, find: Find): Anchors {
  const [length, height] = [readMeasure(find("cylinder"), 1, 46), readMeasure(find("cylinder"), 2, 40)];
  const [barrel, thickness] = [readMeasure(find("barrel"), 1, 110), readMeasure(find("barrel"), 2, 16)];
  const top = TOP + 4;
  const right = 44 + length;
  const bore = top + 2 + (find("lowbore") ? 12 : 0);
  drawCylinder(canvas, length, top, top + height);
  drawHandle(canvas, find("wood") ? "dim" : "full", top, top + height);
  const muzzle = right + barrel;
  const under = bore + thickness;
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
  return { top: [right, top - 2], muzzle, bore: bore + thickness / 2, under: [right + 40, under] };
}

/** Draws the frame and the cylinder; thin gaps separate them. */
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

/** Draws the hammer, grip and trigger of a revolver. */
function drawHandle(canvas: Canvas, grip: Layer, top: number, bottom: number): void {
  add(canvas, "full", `20,${top + 8} 4,${top - 6} 0,${top - 4} 10,${top + 14} 22,${top + 16}`);
  add(
    canvas,
    grip,
    `20,${top + 12} 38,${bottom} 34,${bottom + 16} 20,${bottom + 58} -18,${bottom + 54} -20,${bottom + 44} 2,${bottom + 4} 12,${top + 16}`,
  );
  add(canvas, "full", `34,${bottom} 78,${bottom} 76,${bottom + 22} 68,${bottom + 27} 40,${bottom + 26}`);
  add(canvas, "cut", `42,${bottom + 5} 72,${bottom + 5} 70,${bottom + 19} 66,${bottom + 22} 43,${bottom + 21}`);
  add(canvas, "full", `54,${bottom + 3} 60,${bottom + 3} 56,${bottom + 17} 53,${bottom + 17}`);
}

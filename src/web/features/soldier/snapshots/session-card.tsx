import { useCallback } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import { PICTURE_COLOURS as COLOUR, PICTURE_SERIES } from "#domain/silhouettes/colours.ts";
import { m } from "#messages";
import { createWriter, type PictureCanvas, PictureDialog, type Write } from "#web/app/shell/picture-dialog.tsx";

/** The texts and drawings of a session card. */
type SessionCard = {
  game: GameId;
  soldierName: string;
  /** The date of the session; for a sample also that its figures are invented. */
  note: string;
  /** The K/D is the first. */
  figures: readonly { label: string; text: string }[];
  /** For example "93 kills · 74 deaths". */
  counts: string;
  bestWeapon: { name: string; kills: string; drawing: Drawing | null } | null;
  unlocks: { title: string; names: readonly string[] } | null;
  /** The closest unlocks: "Heavy Barrel · 4 kills left". */
  close: readonly string[];
};

type SessionCardDialogProps = { card: SessionCard; fileName: string; onClose: () => void };

/** The dialog that shows a session as a picture. */
export function SessionCardDialog({ card, fileName, onClose }: SessionCardDialogProps) {
  const draw = useCallback<Draw>((canvas, area) => drawCard(canvas, card, area), [card]);
  return (
    <PictureDialog
      title={m.soldier_session_card()}
      description={m.soldier_what_session_card_is()}
      label={describeCard(card)}
      fileName={fileName}
      sizes={["wide", "tall"]}
      draw={draw}
      onClose={onClose}
    />
  );
}

type Draw = Parameters<typeof PictureDialog>[0]["draw"];

const describeCard = ({ soldierName, game, figures, counts }: SessionCard): string =>
  m.soldier_card_description({
    soldier: soldierName,
    game: GAME_TITLES[game],
    figures: figures.map(({ label, text }) => `${label} ${text}`).join(", "),
    counts,
  });

type Canvas = PictureCanvas;

function drawCard(canvas: Canvas, card: SessionCard, { width, height }: { width: number; height: number }): void {
  const isTall = height > width;
  const margin = isTall ? 72 : 42;
  canvas.fillStyle = PICTURE_SERIES[card.game][0];
  canvas.fillRect(0, 0, width, 12);
  const innerWidth = width - 2 * margin;
  const write = createWriter(canvas);
  write(GAME_TITLES[card.game], {
    x: margin,
    y: margin,
    size: isTall ? 44 : 30,
    bold: true,
    colour: PICTURE_SERIES[card.game][0],
  });
  write(card.note, { x: width - margin, y: margin, size: isTall ? 36 : 26, colour: COLOUR.quiet, align: "right" });
  write(card.soldierName, {
    x: margin,
    y: margin + (isTall ? 80 : 44),
    size: isTall ? 110 : 72,
    bold: true,
    maxWidth: innerWidth,
  });
  const figuresY = margin + (isTall ? 260 : 126);
  drawFigures(write, card, { x: margin, y: figuresY, width: innerWidth, isTall });
  const rows = Math.ceil((Math.min(card.figures.length, MAX_FIGURES) - 1) / 2);
  const restY = figuresY + (isTall ? 270 + 140 * rows : 124);
  write(card.counts, { x: margin, y: restY, size: isTall ? 44 : 28, colour: COLOUR.quiet, maxWidth: innerWidth });
  const blockY = restY + (isTall ? 110 : 48);
  drawWeapon(canvas, write, card, { x: margin, y: blockY, width: isTall ? innerWidth : innerWidth * 0.44, isTall });
  const listX = isTall ? margin : margin + innerWidth * 0.5;
  const listY = isTall ? blockY + 440 : blockY;
  drawLists(write, card, { x: listX, y: listY, width: isTall ? innerWidth : innerWidth * 0.5, isTall });
  write(m.soldier_fieldlocker_unofficial_fan_project(), {
    x: width - margin,
    y: height - margin - (isTall ? 34 : 20),
    size: isTall ? 32 : 22,
    colour: COLOUR.dim,
    align: "right",
  });
}

const MAX_FIGURES = 5;

type Area = { x: number; y: number; width: number; isTall: boolean };

/** Draws the quotients of the session: five in a row, or the first one above two columns. */
function drawFigures(write: Write, { figures, game }: SessionCard, { x, y, width, isTall }: Area): void {
  figures.slice(0, MAX_FIGURES).forEach(({ label, text }, index) => {
    const column = isTall ? (index === 0 ? 0 : (index - 1) % 2) : index;
    const row = isTall ? (index === 0 ? 0 : 1 + Math.floor((index - 1) / 2)) : 0;
    const left = x + column * (width / (isTall ? 2 : 5));
    const top = y + (row === 0 ? 0 : 100 + row * 140);
    const size = isTall ? (index === 0 ? 180 : 90) : 76;
    write(label, { x: left, y: top, size: isTall ? 36 : 24, colour: COLOUR.quiet });
    const valueY = top + (isTall ? 36 : 26);
    write(text, { x: left, y: valueY, size, bold: true, colour: index === 0 ? PICTURE_SERIES[game][0] : COLOUR.text });
  });
}

function drawWeapon(canvas: Canvas, write: Write, { bestWeapon }: SessionCard, { x, y, width, isTall }: Area): void {
  if (!bestWeapon) return;
  const { name, kills, drawing } = bestWeapon;
  write(m.soldier_best_weapon(), { x, y, size: isTall ? 36 : 24, colour: COLOUR.quiet });
  write(`${name} · ${kills}`, { x, y: y + (isTall ? 44 : 30), size: isTall ? 56 : 36, bold: true, maxWidth: width });
  if (!drawing) return;
  // Drawings have a grid of 420 × 110.
  const scale = Math.min(width / 420, isTall ? 2.2 : 1.25);
  canvas.save();
  canvas.translate(x, y + (isTall ? 140 : 84));
  canvas.scale(scale, scale);
  for (const [path, colour] of [
    [drawing.full, COLOUR.text],
    [drawing.dim, COLOUR.dim],
    [drawing.cut, COLOUR.ground],
  ] as const) {
    canvas.fillStyle = colour;
    canvas.fill(new Path2D(path));
  }
  canvas.restore();
}

/** Draws the gained unlocks and the closest unlocks. */
function drawLists(write: Write, { unlocks, close }: SessionCard, { x, y, width, isTall }: Area): void {
  const [titleSize, size, lead] = isTall ? [36, 46, 62] : [22, 28, 34];
  let top = y;
  const writeList = (title: string, lines: readonly string[]) => {
    write(title, { x, y: top, size: titleSize, colour: COLOUR.quiet });
    top += titleSize + 10;
    for (const line of lines) {
      write(line, { x, y: top, size, bold: true, maxWidth: width });
      top += lead;
    }
    top += lead / 2;
  };
  if (unlocks) writeList(unlocks.title, unlocks.names.slice(0, isTall ? 4 : 2));
  if (close.length > 0) writeList(m.soldier_close_now(), close.slice(0, isTall ? 3 : 2));
}

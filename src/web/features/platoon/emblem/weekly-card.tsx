import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { getEmblemParts, parseEmblem } from "#domain/platoon/emblem.ts";
import { BOARD_FIGURES, type BoardFigureId, MAX_MEMBERS } from "#domain/platoon/platoon.ts";
import { PICTURE_COLOURS as COLOUR, PICTURE_SERIES } from "#domain/silhouettes/colours.ts";
import { m } from "#messages";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { createWriter, type PictureCanvas, PictureDialog } from "#web/app/shell/picture-dialog.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { type DataClient, useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import { formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import type { Platoon } from "#web/features/platoon/platoon-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

/** The labels of the board's figures. */
type Labels = Readonly<Record<BoardFigureId, string>>;
type WeeklyCardProps = { platoon: Platoon; game: GameId | undefined; labels: Labels; onClose: () => void };

/** The dialog with a picture of the week's best soldier in each figure of the board. */
export function WeeklyCard({ platoon, game, labels, onClose }: WeeklyCardProps) {
  const client = useTRPCClient();
  const { queryKey } = useTRPC().platoon.board.pathFilter();
  const query = useQuery({
    queryKey: [...(queryKey ?? []), "week", platoon.id, game],
    queryFn: () => loadBest(client, platoon.id, game),
  });
  const best = query.data;
  const draw = useCallback<Draw>(
    (canvas, { width }) => best && drawCard(canvas, { platoon, best, labels, width }),
    [platoon, best, labels],
  );
  const description = m.platoon_board_card_explained();
  if (!best?.length) {
    return (
      <Dialog onClose={onClose} title={m.platoon_board_card()} description={description}>
        {!best && <QueryFallback query={query} loading={m.platoon_board_loading()} errorClassName="" />}
        {best && <EmptyState glyph="medal" text={m.platoon_board_card_empty()} />}
      </Dialog>
    );
  }
  const label = [platoon.name, getWeek(), ...best.map((entry) => getLine(entry, labels))].join(", ");
  const fileName = `${platoon.slug}-${new Date().toISOString().slice(0, 10)}`;
  const sizes = ["wide"] as const;
  return <PictureDialog title={m.platoon_board_card()} {...{ description, label, fileName, sizes, draw, onClose }} />;
}

type Draw = Parameters<typeof PictureDialog>[0]["draw"];

const WEEK_MS = 7 * 24 * 60 * 60_000;

const getWeek = (): string =>
  m.platoon_board_card_week({
    from: formatUnbrokenDay(new Date(Date.now() - WEEK_MS)),
    to: formatUnbrokenDay(new Date()),
  });

type Row = Awaited<ReturnType<DataClient["platoon"]["board"]["list"]["query"]>>["items"][number];
type Best = (typeof BOARD_FIGURES)[number] & { row: Row; week: number; value: number | null };

/** Loads the soldier with the week's highest value of each figure; figures without a value are omitted. */
async function loadBest({ platoon }: DataClient, organizationId: string, game: GameId | undefined): Promise<Best[]> {
  const rows: Row[] = [];
  let cursor: Awaited<ReturnType<typeof platoon.board.list.query>>["nextCursor"] = null;
  do {
    const page: Awaited<ReturnType<typeof platoon.board.list.query>> = await platoon.board.list.query({
      organizationId,
      ...(game && { game }),
      cursor,
    });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && rows.length < MAX_MEMBERS);
  return BOARD_FIGURES.flatMap((figure) => {
    const shown = rows.flatMap((row) => {
      const { value, week } = row.figures[figure.id];
      return week === null ? [] : [{ ...figure, row, value, week }];
    });
    return shown.toSorted((a, b) => b.week - a.week).slice(0, 1);
  });
}

const getAllTime = ({ value, unit }: Best): string =>
  value === null ? "" : m.platoon_board_card_all_time({ value: formatFigure(value, unit) });

const getLine = (best: Best, labels: Labels): string =>
  `${labels[best.id]} ${formatFigure(best.week, best.unit)} ${best.row.name}`;

const MARGIN = 48;
const ROW_HEIGHT = 68;

type Card = { platoon: Platoon; best: readonly Best[]; labels: Labels; width: number };

function drawCard(canvas: PictureCanvas, { platoon, best, labels, width }: Card): void {
  const write = createWriter(canvas);
  const [accent] = PICTURE_SERIES.bf2042;
  const right = width - MARGIN;
  canvas.fillStyle = accent;
  canvas.fillRect(0, 0, width, 12);
  const hasEmblem = drawEmblem(canvas, platoon.emblem, { x: MARGIN, y: 40, size: 108 });
  const left = hasEmblem ? MARGIN + 132 : MARGIN;
  const tag = platoon.tag ? `[${platoon.tag}] ` : "";
  write(tag + platoon.name, { x: left, y: 38, size: 64, bold: true, maxWidth: right - left });
  write(getWeek(), { x: left, y: 112, size: 30, colour: COLOUR.quiet });
  best.forEach((entry, index) => {
    const y = 170 + index * ROW_HEIGHT;
    canvas.fillStyle = COLOUR.line;
    canvas.fillRect(MARGIN, y, width - 2 * MARGIN, 1);
    write(labels[entry.id], { x: MARGIN, y: y + 20, size: 32, colour: COLOUR.quiet, maxWidth: 190 });
    write(entry.row.name, { x: 250, y: y + 4, size: 36, bold: true, maxWidth: 520 });
    const memberText = m.platoon_board_of_member({ member: entry.row.member, game: GAME_TITLES[entry.row.game] });
    write(memberText, { x: 250, y: y + 42, size: 20, colour: COLOUR.quiet, maxWidth: 520 });
    write(formatFigure(entry.week, entry.unit), {
      ...{ x: right, y: y + 4, size: 38, bold: true, align: "right" },
      colour: PICTURE_SERIES[entry.row.game][0],
    });
    write(getAllTime(entry), { x: right, y: y + 44, size: 18, colour: COLOUR.quiet, align: "right" });
  });
  write(m.soldier_fieldlocker_unofficial_fan_project(), {
    ...{ x: right, y: 630 - 44, size: 22, colour: COLOUR.dim, align: "right" },
  });
}

/** Draws the emblem; returns false if there is none. */
function drawEmblem(
  canvas: PictureCanvas,
  text: string | null,
  { x: left, y: top, size }: { x: number; y: number; size: number },
): boolean {
  const emblem = parseEmblem(text);
  if (!emblem) return false;
  canvas.save();
  canvas.translate(left, top);
  canvas.scale(size / 100, size / 100);
  for (const [index, { path, fill, place }] of getEmblemParts(emblem).entries()) {
    const shape = new Path2D(path);
    canvas.save();
    canvas.translate(place.x, place.y);
    canvas.rotate((place.degrees * Math.PI) / 180);
    canvas.scale(place.scaleX, place.scaleY);
    canvas.translate(-50, -50);
    canvas.fillStyle = fill;
    canvas.fill(shape, "evenodd");
    canvas.restore();
    if (index === 0) canvas.clip(shape);
  }
  canvas.restore();
  return true;
}

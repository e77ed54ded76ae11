import { type MouseEvent, memo, type ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { EquipmentPicture, gridOf } from "#web/data/equipment-pictures.tsx";
import { classes } from "#web/ui/class-names.ts";
import type { Line } from "./catalogue-search.ts";
import { lineId } from "./catalogue-search.ts";

type EntryListProps = {
  label: string;
  game: GameId;
  catalogue: CatalogueId;
  lines: readonly Line[];
  onOpen: (entryId: string) => void;
};

/** The entries, as cards or as rows. */
export function EntryList({ label, game, catalogue, lines, onOpen }: EntryListProps) {
  const asCards = isOfCards(catalogue);
  return (
    <ul aria-label={label} className={asCards ? "grid gap-3 sm:grid-cols-2 lg:grid-cols-3" : "border-t border-line"}>
      {lines.map((line) => (
        <EntryLine
          key={line.id}
          line={line}
          picture={gridOf(catalogue) && <EquipmentPicture of={{ game, catalogue, id: line.id }} className={PICTURE} />}
          href={`${gamePath[game]}?${new URLSearchParams({ cat: catalogue, item: line.id })}`}
          asCard={asCards}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

type EntryLineProps = {
  line: Line;
  href: string;
  asCard: boolean;
  picture: ReactNode;
  onOpen: (entryId: string) => void;
};

const CARD =
  "grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1 rounded-2 border border-line bg-surface-1 p-4 *:col-start-1";
/** Beside the lines of a card; its cut-outs follow the card's ground. */
const PICTURE = "col-start-2! row-span-3 row-start-1 h-14 text-ink-2";
const ROW =
  "grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line px-2 py-1.5 [contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto] md:grid-cols-[minmax(12rem,2fr)_3fr_minmax(6rem,auto)]";

/** One entry of a list: a card, or a row whose number stands in line with those of the others. */
const EntryLine = memo(function EntryLine({ line, href, asCard, picture, onOpen }: EntryLineProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(line.id);
  };
  return (
    <li
      className={classes(
        "relative focus-within:bg-surface-2 focus-within:[--cut:var(--surface-2)] hover:bg-surface-2 hover:[--cut:var(--surface-2)]",
        asCard ? CARD : ROW,
      )}
    >
      <span className="min-w-0">
        <a
          id={lineId(line.id)}
          href={href}
          aria-haspopup="dialog"
          onClick={open}
          className="inline-flex min-h-6 items-center font-cond text-1 font-bold after:absolute after:inset-0 hover:text-accent hover:underline pointer-coarse:min-h-11"
        >
          {line.name}
        </a>
        {line.label && <span className="block font-cond text-00 break-words text-ink-3">{line.label}</span>}
      </span>
      <span
        className={classes("min-w-0 text-0 break-words text-ink-2", !asCard && "max-md:col-span-2 max-md:row-start-2")}
      >
        {line.brief}
      </span>
      {line.amount && <span className={classes("num text-0 text-ink-2", !asCard && "text-right")}>{line.amount}</span>}
      {picture}
    </li>
  );
});

/** Catalogues whose entries read better as cards; the others are long lists, read line by line. */
const AS_CARDS: ReadonlySet<CatalogueId> = new Set<CatalogueId>([
  "gadgets",
  "throwables",
  "melee",
  "vehicles",
  "vehicle-loadouts",
  "kits",
  "specialists",
  "field-upgrades",
  "maps",
  "unlock-ladders",
  "combat-rules",
  "sources",
]);

const isOfCards = (catalogue: CatalogueId): boolean => AS_CARDS.has(catalogue);

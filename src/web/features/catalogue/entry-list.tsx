import { type MouseEvent, memo, type ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { EquipmentPicture, getGrid } from "#web/data/equipment-pictures.tsx";
import { classes } from "#web/ui/class-names.ts";
import type { Line } from "./catalogue-search.ts";
import { getLineId } from "./catalogue-search.ts";

type EntryListProps = {
  label: string;
  game: GameId;
  catalogue: CatalogueId;
  lines: readonly Line[];
  onOpen: (entryId: string) => void;
};

/** The entries of a catalogue as cards or rows. */
export function EntryList({ label, game, catalogue, lines, onOpen }: EntryListProps) {
  const isCards = hasCards(catalogue);
  return (
    <ul aria-label={label} className={isCards ? "grid gap-3 sm:grid-cols-2 lg:grid-cols-3" : "border-t border-line"}>
      {lines.map((line) => (
        <EntryLine
          key={line.id}
          line={line}
          picture={getGrid(catalogue) && <EquipmentPicture of={{ game, catalogue, id: line.id }} className={PICTURE} />}
          href={`${gamePath[game]}?${new URLSearchParams({ cat: catalogue, item: line.id })}`}
          isCard={isCards}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

type EntryLineProps = {
  line: Line;
  href: string;
  isCard: boolean;
  picture: ReactNode;
  onOpen: (entryId: string) => void;
};

const CARD =
  "grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1 rounded-2 border border-line bg-surface-1 p-4 *:col-start-1";
/** The picture of a card; its cut-outs use the card's background. */
const PICTURE = "col-start-2! row-span-3 row-start-1 h-14 text-ink-2";
const ROW =
  "grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line px-2 py-1.5 [contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto] md:grid-cols-[minmax(12rem,2fr)_3fr_minmax(6rem,auto)]";

/** An entry as a card, or as a row whose number is aligned with those of the other rows. */
const EntryLine = memo(function EntryLine({ line, href, isCard, picture, onOpen }: EntryLineProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(line.id);
  };
  return (
    <li
      className={classes(
        "relative focus-within:bg-surface-2 focus-within:[--cut:var(--surface-2)] hover:bg-surface-2 hover:[--cut:var(--surface-2)]",
        isCard ? CARD : ROW,
      )}
    >
      <span className="min-w-0">
        <a
          id={getLineId(line.id)}
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
        className={classes("min-w-0 text-0 break-words text-ink-2", !isCard && "max-md:col-span-2 max-md:row-start-2")}
      >
        {line.brief}
      </span>
      {line.amount && <span className={classes("num text-0 text-ink-2", !isCard && "text-right")}>{line.amount}</span>}
      {picture}
    </li>
  );
});

/** Catalogues that are shown as cards; the others are shown as rows. */
const CARD_CATALOGUES: ReadonlySet<CatalogueId> = new Set<CatalogueId>([
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

const hasCards = (catalogue: CatalogueId): boolean => CARD_CATALOGUES.has(catalogue);

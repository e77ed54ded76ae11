import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue/id.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import type { Line } from "./answers.ts";
import { EntryLine } from "./entry-line.tsx";
import { isOfCards } from "./words.ts";

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
          href={`${gamePath[game]}?${new URLSearchParams({ cat: catalogue, item: line.id })}`}
          asCard={asCards}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

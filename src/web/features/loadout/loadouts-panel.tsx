import { type ComponentType, Suspense, useEffect, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EditorLoader } from "./editor-loader.tsx";
import type { BuildFiguresProps } from "./live-figures.tsx";
import type { LoadoutSearch } from "./loadout-search.ts";
import { Locker } from "./locker.tsx";

type Opened = LoadoutSearch & { edit: string };

type LoadoutsPanelProps = {
  game: GameId;
  search: LoadoutSearch;
  /** Writes the address: a step Back can take, or in place of the present one. */
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
  Figures: ComponentType<BuildFiguresProps>;
};

/** The loadouts of a game: the locker, or one of them in the editor. */
export function LoadoutsPanel({ game, search, onSearch, Figures }: LoadoutsPanelProps) {
  // A new loadout gets its own address when it is saved; the editor it was made in stays open under it.
  const [saved, setSaved] = useState<Record<string, Opened>>({});
  const { edit, ...beginning } = search;
  useEffect(() => {
    if (edit === undefined) setSaved({});
  }, [edit]);
  const opened = edit === undefined ? null : (saved[edit] ?? { edit, ...beginning });
  return (
    <Suspense fallback={<Skeleton label="Loading loadouts" rows={4} className="h-24" />}>
      {opened ? (
        <EditorLoader
          key={JSON.stringify(opened)}
          game={game}
          search={opened}
          Figures={Figures}
          onSaved={(id) => {
            if (id === edit) return;
            setSaved((others) => ({ ...others, [id]: opened }));
            onSearch({ edit: id }, "replace");
          }}
          onClose={() => onSearch({}, "push")}
        />
      ) : (
        <Locker game={game} onOpen={(next) => onSearch(next, "push")} />
      )}
    </Suspense>
  );
}

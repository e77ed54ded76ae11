import { useQueries } from "@tanstack/react-query";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { getFiguresInput, type Layer } from "#domain/game-data/patch.ts";
import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { formatPatch, getTrust } from "#messages/game/figure-words.ts";
import { formatGrade } from "#messages/game/titles.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { SourceBadge } from "#web/ui/figures/source-badge.tsx";

/** Returns "Weapon table, 9.2.0, grade B"; the patch is left out if the title contains it. */
export function formatSource(source: Source): string {
  const { title, grade } = source;
  const patch = formatPatch(source);
  return [title, ...(title.includes(patch) ? [] : [patch]), m.arsenal_grade_of_source({ grade })].join(", ");
}

type SourceNoteProps = {
  source: Source | undefined;
  /** Shows title, patch and grade instead of the patch alone. */
  isFull?: boolean;
};

/** The badge of a figure; clicking it shows the source. */
export function SourceNote({ source, isFull = false }: SourceNoteProps) {
  if (!source) return null;
  return (
    <SourceBadge trust={getTrust(source.grade)} text={isFull ? formatSource(source) : formatPatch(source)}>
      <p lang="en" className="font-semibold">
        {source.title}
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-ink-2">
        <dt>{m.arsenal_grade()}</dt>
        <dd>{formatGrade(source.grade)}</dd>
        <dt>{m.common_patch()}</dt>
        <dd>{formatPatch(source)}</dd>
        {source.origin && (
          <>
            <dt>{m.arsenal_origin()}</dt>
            <dd className="break-all">{source.origin}</dd>
          </>
        )}
      </dl>
      {source.note && (
        <p lang="en" className="mt-2 text-ink-2">
          {source.note}
        </p>
      )}
    </SourceBadge>
  );
}

/** The server's data of one weapon. */
export type WeaponResponse = RouterOutputs["arsenal"]["weapon"];

export type Bf2042Response = Extract<WeaponResponse, { game: "bf2042" }>;

/** Returns the loaded data of these weapons, and whether any failed to load. */
export function useWeaponResponses(game: GameId, patch: Layer, weapons: readonly { id: string }[]) {
  const trpc = useTRPC();
  return useQueries({
    queries: weapons.map(({ id }) => trpc.arsenal.weapon.queryOptions({ ...getFiguresInput(game, patch), id })),
    combine: (results) => ({
      responses: results.map(({ data }) => data ?? null),
      failed: results.some(({ isError }) => isError),
      retry: () => results.map((result) => result.isError && result.refetch()),
    }),
  });
}

/** The error panel for a weapon whose data could not be loaded. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex items-center gap-3">
    <p>{m.arsenal_not_every_weapon_could_be_loaded()}</p>
    <Button size="small" onClick={onRetry}>
      {m.common_try_again()}
    </Button>
  </div>
);

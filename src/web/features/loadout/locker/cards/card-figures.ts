// Loads the figures from which cards compute times to kill, with one request per game and record instead of one per card.
import { useQueries } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useMemo } from "react";
import type { AppRouter } from "#api";
import { GAMES, type GameId } from "#domain/game.ts";
import { getFiguresInput, PATCHES, type Patch, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Figures } from "#domain/loadout/build.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { getRecord } from "#domain/loadout/record.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** The loaded figures of each game, and those of the records that loadouts were made with. */
export type CardFigures = Partial<Record<GameId, Figures>> & { records: ReadonlyMap<Patch, Figures> };

export function useCardFigures(loadouts: readonly Loadout[]): CardFigures {
  const { arsenal } = useTRPC();
  const games = GAMES.filter((game) => loadouts.some((loadout) => loadout.game === game));
  const usedRecords = new Set(loadouts.map(getRecord));
  const records = PATCHES.filter((patch) => patch !== SHOWN_PATCH && usedRecords.has(patch));
  const figures = useQueries({
    queries: [
      ...GAMES.map((game) => ({ ...arsenal.builds.queryOptions({ game }), enabled: games.includes(game) })),
      ...records.map((patch) => arsenal.builds.queryOptions(getFiguresInput("bf2042", patch))),
    ],
    combine: toFigures,
  });
  const key = records.join();
  return useMemo(() => {
    const [bf2042, bf4, ...recorded] = figures;
    const parsed = key.split(",").flatMap((patch, position) => {
      const recordFigures = recorded[position];
      return recordFigures ? [[patch as Patch, recordFigures] as const] : [];
    });
    return { ...(bf2042 && { bf2042 }), ...(bf4 && { bf4 }), records: new Map(parsed) };
  }, [figures, key]);
}

type Builds = inferRouterOutputs<AppRouter>["arsenal"]["builds"];

const toFigures = (responses: readonly { data: Builds | undefined }[]): (Figures | undefined)[] =>
  responses.map(({ data }) => data && indexBuilds(data));

const cache = new WeakMap<Builds, Figures>();

/** Returns the same object for the same response, so that cards do not recompute their figures. */
function indexBuilds(builds: Builds): Figures {
  const present = cache.get(builds);
  if (present) return present;
  const figures: Figures = {
    weapons: new Map(builds.weapons.map((weapon) => [weapon.id, weapon])),
    attachments: new Map(builds.parts.map((parts) => [parts.weaponId, parts])),
  };
  cache.set(builds, figures);
  return figures;
}

import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import type { Headline } from "#domain/loadout/build.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { useTRPC } from "#web/data/trpc.ts";
import { LoadoutPicture } from "#web/features/loadout/loadout-picture.tsx";
import { HeadlineTimes } from "#web/features/loadout/locker/cards/loadout-card.tsx";
import type { Purpose } from "./propose-dialog.tsx";

/** The drawing of the primary weapon or the vehicle, with the times to kill. */
export function LoadoutFace({ loadout, headlines }: { loadout: Loadout; headlines: readonly Headline[] }) {
  return (
    <>
      <LoadoutPicture loadout={loadout} vehicle="w-full max-w-44 text-ink-2" weapon="w-full max-w-56 text-ink-2" />
      {headlines.length > 0 && <HeadlineTimes headlines={headlines} />}
    </>
  );
}

type PurposeLineProps = {
  game: GameId;
  purpose: Purpose;
  squads: readonly { id: string; name: string }[];
};

/** The map, mode and squad that a loadout is meant for; renders nothing if it has no purpose. */
export function PurposeLine({ game, purpose: { mapId, modeId, teamId }, squads }: PurposeLineProps) {
  const { data } = useQuery({
    ...useTRPC().platoon.locker.places.queryOptions({ game }),
    enabled: mapId !== null || modeId !== null,
  });
  const getName = (places: readonly { id: string; name: string }[] | undefined, id: string | null) =>
    places?.find((place) => place.id === id)?.name;
  const parts = [getName(data?.maps, mapId), getName(data?.modes, modeId), getName(squads, teamId)].filter(Boolean);
  return parts.length > 0 && <p className="text-0 text-ink-2 wrap-anywhere">{parts.join(m.common_dot())}</p>;
}

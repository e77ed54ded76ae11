import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import type { Option } from "#web/components/fields/combobox.tsx";
import { useViewer } from "#web/data/session/viewer.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { findOtherDraft } from "#web/features/loadout/editor/saving/drafts.ts";
import { DRAFT, type SideRef } from "./use-side.ts";

/** The loadouts of this game as choices, all pages of the locker; none without a session. */
export function useChoices(game: GameId): readonly Option[] {
  const viewer = useViewer();
  const query = useInfiniteQuery({
    ...useTRPC().loadout.list.infiniteQueryOptions({ game }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
    enabled: Boolean(viewer),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return useMemo(() => {
    const saved = (data?.pages ?? []).flatMap((page) => page.items);
    return saved.map(({ id, name, loadout }) => ({ value: id, label: name, note: getKind(loadout) }));
  }, [data]);
}

/** What may stand on one side: the draft of this device where there is one, and what is not on the other side already. */
export function getOtherChoices(saved: readonly Option[], game: GameId, other: SideRef): readonly Option[] {
  const hasDraft = findOtherDraft(game, other === DRAFT ? null : other) !== null;
  const draft: Option = { value: DRAFT, label: "The draft on this device" };
  return (hasDraft ? [draft, ...saved] : saved).map((option) =>
    option.value === other ? { ...option, disabled: true, note: "on the other side" } : option,
  );
}

function getKind(loadout: Loadout): string {
  if (isVehicleLoadout(loadout)) return "Vehicle";
  return KIT_TITLES[loadout.game === "bf4" ? loadout.kitId : loadout.classId];
}

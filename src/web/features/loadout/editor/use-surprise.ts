import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { armouryOf } from "./armoury-of.ts";
import type { Desk } from "./desk.ts";
import { surpriseWeapons, surpriseWith } from "./surprise.ts";
import type { Catalogue } from "./use-knowledge.ts";

/** Draws a loadout of the same kit, class or vehicles, once the parts of its weapons are here. */
export function useSurprise(game: GameId, { weapons, equipment }: Catalogue, desk: Desk) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const surprise = async (loadout: Loadout) => {
    setBusy(true);
    setProblem(null);
    try {
      const weaponIds = surpriseWeapons(loadout, desk.armoury, Math.random);
      const answers = await Promise.all(
        weaponIds.map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
      );
      const armoury = armouryOf(weapons, equipment, answers);
      desk.change(surpriseWith(weaponIds, loadout, armoury, Math.random), { label: "Surprise me" });
    } catch (error) {
      setProblem(problemOf(error).text);
    } finally {
      setBusy(false);
    }
  };
  return { surprise, busy, problem };
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { getProblem } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getArmoury } from "./armoury-of.ts";
import type { EditorContext } from "./editor-context.ts";
import { randomizableWeapons, randomizeWith } from "./randomize.ts";
import type { Catalogue } from "./use-weapon-data.ts";

/** Draws a loadout of the same kit, class or vehicles, once the parts of its weapons are here. */
export function useRandomize(game: GameId, { weapons, equipment }: Catalogue, desk: EditorContext) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const surprise = async (loadout: Loadout) => {
    setBusy(true);
    setProblem(null);
    try {
      const weaponIds = randomizableWeapons(loadout, desk.armoury, Math.random);
      const answers = await Promise.all(
        weaponIds.map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
      );
      const armoury = getArmoury(weapons, equipment, answers);
      desk.change(randomizeWith(weaponIds, loadout, armoury, Math.random), { label: "Surprise me" });
    } catch (error) {
      setProblem(getProblem(error).text);
    } finally {
      setBusy(false);
    }
  };
  return { surprise, busy, problem };
}

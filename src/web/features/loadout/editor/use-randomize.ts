import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { type Random, randomLoadout } from "#domain/loadout/random.ts";
import { m } from "#messages";
import { getErrorText } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { EditorContext } from "./editor-context.ts";
import { type Catalogue, getArmoury } from "./use-weapon-data.ts";

/** Draws a loadout of the same kit, class or vehicles, once the parts of its weapons are here. */
export function useRandomize(game: GameId, { weapons, equipment }: Catalogue, context: EditorContext) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const randomize = async (loadout: Loadout) => {
    setBusy(true);
    setProblem(null);
    try {
      const weaponIds = randomizableWeapons(loadout, context.armoury, Math.random);
      const answers = await Promise.all(
        weaponIds.map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
      );
      const armoury = getArmoury(weapons, equipment, answers);
      context.change(randomizeWith(weaponIds, loadout, armoury, Math.random), { label: m.loadout_surprise_me() });
    } catch (error) {
      setProblem(getErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { randomize, busy, problem };
}

// A random loadout for an editor that has loaded the parts of few weapons at a time.

/** What the loadout is of, which a randomize leaves alone. */
const getRequested = (loadout: Loadout) => {
  if (isVehicleLoadout(loadout)) return { vehicleClassId: loadout.vehicleClassId };
  return { kitId: loadout.game === "bf4" ? loadout.kitId : loadout.classId };
};

/** The weapons of a randomize in the kit, class or class of vehicles of this loadout; none of a vehicle. */
export function randomizableWeapons(loadout: Loadout, armoury: Armoury, random: Random): readonly string[] {
  const drawn = randomLoadout(armoury, getRequested(loadout), random);
  if (isVehicleLoadout(drawn)) return [];
  return [drawn.primary.weaponId, drawn.sidearm.weaponId].filter((id) => id !== null);
}

/** A legal loadout with these weapons, out of an armoury that knows their parts. */
export function randomizeWith(
  weaponIds: readonly string[],
  loadout: Loadout,
  armoury: Armoury,
  random: Random,
): Loadout {
  return randomLoadout(narrowed(armoury, weaponIds), getRequested(loadout), random);
}

/** The armoury with no other weapon to draw for the hands. */
function narrowed(armoury: Armoury, weaponIds: readonly string[]): Armoury {
  const isDrawn = (id: string) => weaponIds.includes(id);
  if (armoury.game === "bf2042") {
    return { ...armoury, weapons: new Map([...armoury.weapons].filter(([id]) => isDrawn(id))) };
  }
  const kits = [...armoury.kits].map(([id, kit]) => {
    const { primary, sidearm } = kit.slots;
    const slots = { ...kit.slots, primary: primary.filter(isDrawn), sidearm: sidearm.filter(isDrawn) };
    return [id, { ...kit, slots }] as const;
  });
  return { ...armoury, kits: new Map(kits) };
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { createRandomLoadout, type Random } from "#domain/loadout/random.ts";
import { m } from "#messages";
import { getErrorText } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { EditorContext } from "./editor-context.ts";
import { type Catalogue, getArmoury } from "./use-weapon-data.ts";

/** Returns a function that replaces the loadout with a random one of the same kit, class or vehicle class, and its state. */
export function useRandomize(game: GameId, { weapons, equipment }: Catalogue, context: EditorContext) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const randomize = async (loadout: Loadout) => {
    setBusy(true);
    setProblem(null);
    try {
      const weaponIds = pickRandomWeapons(loadout, context.armoury, Math.random);
      const responses = await Promise.all(
        weaponIds.map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
      );
      const armoury = getArmoury(weapons, equipment, responses);
      context.change(createRandomLoadoutWith(weaponIds, loadout, armoury, Math.random), {
        label: m.loadout_surprise_me(),
      });
    } catch (error) {
      setProblem(getErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { randomize, busy, problem };
}

// A random loadout in two steps, as the editor loads the parts only after the weapons are chosen.

/** Returns the kit, class or vehicle class, which the random loadout keeps. */
const getRequested = (loadout: Loadout) => {
  if (isVehicleLoadout(loadout)) return { vehicleClassId: loadout.vehicleClassId };
  return { kitId: loadout.game === "bf4" ? loadout.kitId : loadout.classId };
};

/** Returns random weapons for the loadout's kit or class; empty for a vehicle. */
export function pickRandomWeapons(loadout: Loadout, armoury: Armoury, random: Random): readonly string[] {
  const drawn = createRandomLoadout(armoury, getRequested(loadout), random);
  if (isVehicleLoadout(drawn)) return [];
  return [drawn.primary.weaponId, drawn.sidearm.weaponId].filter((id) => id !== null);
}

/** Returns a random legal loadout with these weapons; the armoury must have their parts. */
export function createRandomLoadoutWith(
  weaponIds: readonly string[],
  loadout: Loadout,
  armoury: Armoury,
  random: Random,
): Loadout {
  return createRandomLoadout(restrictWeapons(armoury, weaponIds), getRequested(loadout), random);
}

/** Returns the armoury with only these weapons as primaries and sidearms. */
function restrictWeapons(armoury: Armoury, weaponIds: readonly string[]): Armoury {
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

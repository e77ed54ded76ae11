// Drawings of weapons, loaded once a screen shows one: the lines and the part library are no part of any first load.
import { startTransition, useEffect, useState } from "react";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import type { CarriedWeapon } from "#domain/silhouettes/silhouette.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";

/** Draws a thing; null where there is no drawing of it. */
type Draw<Thing> = (thing: Thing) => Drawing | null;

/**
 * A hook for what draws a kind of things, imported when the first screen asks for it; it returns null until then, which a first load
 * does not wait for.
 */
export function createDrawHook<Thing>(importDraw: () => Promise<Draw<Thing>>): () => Draw<Thing> | null {
  let loaded: Draw<Thing> | null = null;
  let loading: Promise<void> | null = null;
  const load = async () => {
    const draw = await importOptional(importDraw);
    if (!draw) return;
    const drawn = new Map<string, Drawing | null>();
    loaded = (thing) => {
      const key = JSON.stringify(thing);
      const drawing = drawn.get(key) ?? draw(thing);
      drawn.set(key, drawing);
      return drawing;
    };
  };
  return () => {
    const [draw, setDraw] = useState<{ thing: Draw<Thing> } | null>(() => loaded && { thing: loaded });
    useEffect(() => {
      if (draw) return;
      let isGone = false;
      loading ??= load();
      void loading.then(() => {
        const thing = loaded;
        // Not urgent: many rows may be waiting for theirs.
        if (thing && !isGone) startTransition(() => setDraw({ thing }));
      });
      return () => {
        isGone = true;
      };
    }, [draw]);
    return draw?.thing ?? null;
  };
}

/** Draws a weapon with what it has mounted; null until drawings are loaded. */
export const useDrawWeapon = createDrawHook<CarriedWeapon>(async () => {
  const [{ drawCarried }, { default: lines }] = await Promise.all([
    import("#domain/silhouettes/silhouette.ts"),
    import("#data/silhouettes.json"),
  ]);
  return (weapon) => drawCarried(lines, weapon);
});

type CarriedSilhouetteProps = {
  weapon: Omit<CarriedWeapon, "weaponId"> & { weaponId: string | null };
  className?: string;
};

/** A weapon with what it has mounted; nothing for an empty slot. */
export function CarriedSilhouette({ weapon, className }: CarriedSilhouetteProps) {
  const draw = useDrawWeapon();
  const { weaponId } = weapon;
  if (weaponId === null) return null;
  return <Silhouette drawing={draw?.({ ...weapon, weaponId }) ?? null} {...(className && { className })} />;
}

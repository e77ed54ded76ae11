// Drawings of weapons, loaded once a screen shows one: the lines and the part library are no part of any first load.
import { startTransition, useEffect, useState } from "react";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import type { CarriedWeapon } from "#domain/silhouettes/silhouette.ts";
import { importOptional } from "#web/components/fields/optional-imports.ts";
import { Silhouette } from "#web/components/figures/silhouette.tsx";

/** Draws a weapon with what it has mounted; null where there is no drawing of it. */
type DrawWeapon = (carried: CarriedWeapon) => Drawing | null;

let loaded: DrawWeapon | null = null;
let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  const modules = await importOptional(() =>
    Promise.all([import("#domain/silhouettes/silhouette.ts"), import("#data/silhouettes.json")]),
  );
  if (!modules) return;
  const [{ drawCarried }, { default: lines }] = modules;
  const drawn = new Map<string, Drawing | null>();
  loaded = (carried) => {
    const key = JSON.stringify(carried);
    const drawing = drawn.get(key) ?? drawCarried(lines, carried);
    drawn.set(key, drawing);
    return drawing;
  };
}

/** Draws weapons; null until drawings are loaded, which a first load does not wait for. */
export function useDrawWeapon(): DrawWeapon | null {
  const [draw, setDraw] = useState<{ weapon: DrawWeapon } | null>(() => loaded && { weapon: loaded });
  useEffect(() => {
    if (draw) return;
    let isGone = false;
    loading ??= load();
    void loading.then(() => {
      const weapon = loaded;
      // Not urgent: many rows may be waiting for theirs.
      if (weapon && !isGone) startTransition(() => setDraw({ weapon }));
    });
    return () => {
      isGone = true;
    };
  }, [draw]);
  return draw?.weapon ?? null;
}

type CarriedSilhouetteProps = { carried: SoldierLoadout["primary"]; className?: string };

/** The weapon a loadout carries with its attachments drawn on; nothing where it carries none. */
export function CarriedSilhouette({ carried, className }: CarriedSilhouetteProps) {
  const draw = useDrawWeapon();
  const { weaponId } = carried;
  if (weaponId === null) return null;
  return <Silhouette drawing={draw?.({ ...carried, weaponId }) ?? null} {...(className && { className })} />;
}

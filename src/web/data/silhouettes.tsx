// Drawings of weapons. The drawing data is loaded when a screen shows the first one, never with the first load.
import { startTransition, useEffect, useState } from "react";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import type { CarriedWeapon } from "#domain/silhouettes/silhouette.ts";
import { useHydrated } from "#web/ui/environment.ts";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";

/** Returns the drawing of an item; null if there is none. */
type Draw<Item> = (item: Item) => Drawing | null;

/**
 * Creates a hook that returns the function that draws items of a kind. The function is imported when the hook is first called,
 * even by a component that then waits for its data; until it is loaded, the hook returns null.
 */
export function createDrawHook<Item>(importDraw: () => Promise<Draw<Item>>): () => Draw<Item> | null {
  let loadedDraw: Draw<Item> | null = null;
  let loading: Promise<void> | null = null;
  const load = async () => {
    const draw = await importOptional(importDraw);
    if (!draw) return;
    const drawingsByKey = new Map<string, Drawing | null>();
    loadedDraw = (item) => {
      const key = JSON.stringify(item);
      const drawing = drawingsByKey.get(key) ?? draw(item);
      drawingsByKey.set(key, drawing);
      return drawing;
    };
  };
  return () => {
    const isHydrated = useHydrated();
    const [state, setState] = useState<{ draw: Draw<Item> } | null>(() => {
      if (typeof document !== "undefined") loading ??= load();
      // A component that is hydrated late must first render what the page contains.
      return isHydrated && loadedDraw ? { draw: loadedDraw } : null;
    });
    useEffect(() => {
      if (state) return;
      let isUnmounted = false;
      void loading?.then(() => {
        const draw = loadedDraw;
        // A transition, because many rows may update at the same time.
        if (draw && !isUnmounted) startTransition(() => setState({ draw }));
      });
      return () => {
        isUnmounted = true;
      };
    }, [state]);
    return state?.draw ?? null;
  };
}

/** Returns the function that draws a weapon with its attachments; null until the drawings are loaded. */
export const useDrawWeapon = createDrawHook<CarriedWeapon>(async () => {
  const [{ drawCarried }, { default: lines }] = await Promise.all([
    import("#domain/silhouettes/silhouette.ts"),
    import("#data/silhouettes.json"),
  ]);
  return (weapon) => drawCarried(lines, weapon);
});

/**
 * Draws a weapon while the page is prerendered and hydrated: in the build from its line, in the browser from the page itself,
 * because the drawings are loaded later.
 */
export let drawPrerendered: (weaponId: string) => Drawing | null = (weaponId) => {
  const paths = document.querySelectorAll(`th:has([data-weapon="${CSS.escape(weaponId)}"]) .silhouette path`);
  const [full, dim, cut] = [...paths].map((path) => path.getAttribute("d"));
  return full == null ? null : { full, dim: dim ?? "", cut: cut ?? "" };
};

/** Sets how the build draws weapons. */
export function setPrerenderedDrawing(draw: typeof drawPrerendered): void {
  drawPrerendered = draw;
}

type CarriedSilhouetteProps = {
  weapon: Omit<CarriedWeapon, "weaponId"> & { weaponId: string | null };
  className?: string;
};

/** The silhouette of a weapon with its attachments; renders nothing for an empty slot. */
export function CarriedSilhouette({ weapon, className }: CarriedSilhouetteProps) {
  const draw = useDrawWeapon();
  const { weaponId } = weapon;
  if (weaponId === null) return null;
  return <Silhouette drawing={draw?.({ ...weapon, weaponId }) ?? null} {...(className && { className })} />;
}

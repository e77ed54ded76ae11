// Formats the builds of Versus.
import type { VersusBuild } from "#domain/weapons/versus.ts";
import { m } from "#messages";

/** Returns the name of each build: the weapon's name, and the mounted parts if several builds have this weapon. */
export const formatBuildNames = (builds: readonly (VersusBuild & { name: string })[]): readonly string[] =>
  builds.map(({ weaponId, name, barrel, ammunition }) => {
    if (builds.filter((build) => build.weaponId === weaponId).length === 1) return name;
    const parts = [barrel, ammunition].filter(Boolean).join(", ") || m.common_stock();
    return m.arsenal_versus_name_with_build({ name, build: parts });
  });

// A soldier wherever one is chosen: one name may be that of several soldiers, each on a platform.
import { PLATFORM_TITLES, type Platform } from "#domain/soldier/platform.ts";
import { m } from "#messages";

/** "Robin · PC"; a sample, which is on none, by its name alone. */
export function formatSoldier(soldier: { name: string; platform: string; relation?: string }): string {
  const title = PLATFORM_TITLES[soldier.platform as Platform];
  return soldier.relation === "sample" ? soldier.name : `${soldier.name}${m.common_dot()}${title}`;
}

// The label of a soldier. It includes the platform, as soldiers on several platforms may have the same name.
import { PLATFORM_TITLES, type Platform } from "#domain/soldier/platform.ts";
import { m } from "#messages";

/** Formats a soldier: "Robin · PC"; only the name for a sample, which has no platform. */
export function formatSoldier(soldier: { name: string; platform: string; relation?: string }): string {
  const title = PLATFORM_TITLES[soldier.platform as Platform];
  return soldier.relation === "sample" ? soldier.name : `${soldier.name}${m.common_dot()}${title}`;
}

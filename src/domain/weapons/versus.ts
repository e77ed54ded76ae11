// Parses and formats the two to four builds of Versus in an address: `versus=ak-24:6KU:High Power,m5a3&range=25`.
import type { ScenarioTexts } from "./scenario.ts";

/** A weapon and, in Battlefield 2042, its parts; an omitted part is the stock part. */
export type VersusBuild = { weaponId: string; barrel?: string; ammunition?: string };

/** More than four lines are hard to distinguish in a chart. */
export const VERSUS_BUILDS = { min: 2, max: 4 } as const;

/** Formats the builds as text. No name in the sources contains a colon or a comma. */
export const formatBuilds = (builds: readonly VersusBuild[]): string =>
  builds
    .map(({ weaponId, barrel = "", ammunition = "" }) => [weaponId, barrel, ammunition].join(":").replace(/:+$/, ""))
    .join(",");

/** Returns a key for each build that is stable while its parts change; the same weapon may occur several times. */
export const listBuildKeys = (builds: readonly VersusBuild[]): readonly string[] =>
  builds.map(({ weaponId }, index) => {
    const count = builds.slice(0, index).filter((build) => build.weaponId === weaponId).length;
    return `${weaponId} ${count}`;
  });

/** Parses the builds of a text, at most four. */
export const parseBuilds = (text: string): readonly VersusBuild[] =>
  text
    .split(",")
    .map(parseBuild)
    .filter(({ weaponId }) => weaponId !== "")
    .slice(0, VERSUS_BUILDS.max);

function parseBuild(text: string): VersusBuild {
  const [weaponId = "", barrel, ammunition] = text.split(":");
  return { weaponId, ...(barrel && { barrel }), ...(ammunition && { ammunition }) };
}

export type VersusTexts = ScenarioTexts & {
  versus?: string;
  /** Parameters of earlier links: `duel=left,right,range,hit rate,head share`, and `compare=1` with the weapons in `cmp`. */
  duel?: string;
  compare?: string;
  cmp?: string;
};

/** Returns the address parameters in the present form, for links of any age. */
export function renewVersusTexts<Texts extends VersusTexts>(texts: Texts): Texts {
  const { duel, compare, ...present } = texts;
  if (present.versus) return present as Texts;
  if (duel) {
    const [left = "", right = "", range = "25", hit = "40", head = "10"] = duel.split(",");
    // An earlier duel always had full health and hits to the chest.
    const { health: _, body: __, def: ___, ...others } = present;
    return { ...(others as Texts), versus: `${left},${right}`, range, hit, head };
  }
  if (!compare || !present.cmp) return present as Texts;
  const { cmp, ...others } = present;
  return { ...(others as Texts), versus: cmp };
}

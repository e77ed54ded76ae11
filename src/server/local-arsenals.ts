import type { Arsenal, Arsenals } from "#domain/game-data/arsenal.ts";
import { localizeArsenal } from "#domain/game-data/local-names.ts";
import { m } from "#messages";
import { cachePerLanguage } from "#messages/format.ts";

/** Returns the arsenals with the names of the active language, which are added on first use. */
export function createLocalArsenals(arsenals: Arsenals): Arsenals {
  const localize = <Own extends Arsenal>() =>
    cachePerLanguage((arsenal: Own) => localizeArsenal(arsenal, m.language_code()));
  const [localizeBf4, localizeBf2042] = [localize<Arsenals["bf4"]>(), localize<Arsenals["bf2042"]>()];
  return {
    get bf4() {
      return localizeBf4(arsenals.bf4);
    },
    get bf2042() {
      return localizeBf2042(arsenals.bf2042);
    },
  };
}

import { describe, expect, test } from "vitest";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import { withLanguage } from "#server/http/language.ts";
import { createWeapon } from "#test/fixtures/weapon.ts";
import { getMatcher, getSearchText } from "#web/features/arsenal/listed-weapon.ts";

const AK_12 = getSearchText(createWeapon({ name: "AK-12", class: "assault-rifle", kitIds: ["assault"] }));

describe("the search field", () => {
  test.for(["", "ak", "AK-12", "ak12", "ak 12", "assault rifles", "rifle 12", "  ák  ", "ＡＫ"])(
    "finds the AK-12 by “%s”",
    (typed) => {
      expect(getMatcher(typed)(AK_12)).toBe(true);
    },
  );

  test.for(RELEASED_LANGUAGES)("finds classes and kits by their titles in %s and in English", (language) => {
    for (const weaponClass of WEAPON_CLASSES) {
      const weapon = createWeapon({ name: "AK-12", class: weaponClass, kitIds: ["recon"] });
      const [title, searchText] = withLanguage(language, () => [
        WEAPON_CLASS_TITLES[weaponClass],
        getSearchText(weapon),
      ]);
      for (const typed of [title, WEAPON_CLASS_TITLES[weaponClass], "recon"])
        expect(getMatcher(typed)(searchText), typed).toBe(true);
    }
  });

  test.for(["ak-15", "recon", "ak lmg", "-", "+++", "★", "´", "\u0301", "\u200D"])(
    "does not find it by “%s”",
    (typed) => {
      expect(getMatcher(typed)(AK_12)).toBe(false);
    },
  );
});

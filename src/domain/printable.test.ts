import { describe, expect, test } from "vitest";
import { folderName, loadoutContent, loadoutName } from "#domain/loadout/loadout.ts";
import { soldierName } from "#domain/soldier/soldier.ts";
import { escapeUnprintable, isPrintable, toPrintable } from "./text.ts";

const UNPRINTABLE = [..."\u0000\u0007\b\t\n\r\u001b\u007f\u0080\u0085\u009b\u2028\u2029\u202e\u2066"];
const NAMES = ["Robin", "Åsa Ünal", "小島", "🎯 sniper", "👩‍🚀", "O'Neil-Smith", "ทดสอบ", "שלום"];

describe("a name", () => {
  test.for(UNPRINTABLE.map((character) => [character.codePointAt(0)?.toString(16), character] as const))(
    "must not contain U+%s",
    ([, character]) => {
      const name = `Al${character}Pacheco`;
      expect(isPrintable(name)).toBe(false);
      expect(isPrintable(toPrintable(name))).toBe(true);
      for (const schema of [loadoutName, folderName, soldierName, loadoutContent.shape.tags]) {
        expect(schema.safeParse(schema === loadoutContent.shape.tags ? [name] : name).success).toBe(false);
      }
    },
  );

  test.for(NAMES)("is unchanged in any language: %s", (name) => {
    expect([isPrintable(name), toPrintable(name), escapeUnprintable(name)]).toEqual([true, name, name]);
    expect([loadoutName.parse(name), folderName.parse(name), soldierName.parse(name)]).toEqual([name, name, name]);
  });

  test("is shown in a terminal with its control characters escaped", () => {
    expect(escapeUnprintable("a\u001b[2Jb\u009b\n")).toBe("a\\u{1b}[2Jb\\u{9b}\\u{a}");
  });
});

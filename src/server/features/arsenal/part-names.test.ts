import { expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getPartNames } from "./router.ts";

test.for(["bf4", "bf2042"] as const)("every attachment of %s is found again by its place among the names", (game) => {
  const { attachments } = ARSENALS[game];
  const { names, weapons } = getPartNames({ attachments });
  expect(new Set(names).size).toBe(names.length);
  expect(weapons).toHaveLength(attachments.size);
  for (const { id, parts } of weapons) {
    const one = attachments.get(id);
    const options = one?.game === "bf4" ? one.slots.flatMap((slot) => slot.options) : (one?.options ?? []);
    const expected = new Set(options.flatMap(({ name }) => name ?? []));
    expect(new Set(parts.map((place) => names[place]))).toEqual(expected);
  }
});

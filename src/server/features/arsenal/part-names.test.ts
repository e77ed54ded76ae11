import { expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getPartNames } from "./router.ts";

test.for(["bf4", "bf2042"] as const)("the indices of %s weapons refer to the names of their attachments", (game) => {
  const { attachments } = ARSENALS[game];
  const { names, weapons } = getPartNames({ attachments });
  expect(new Set(names).size).toBe(names.length);
  expect(weapons).toHaveLength(attachments.size);
  for (const { id, parts } of weapons) {
    const attachment = attachments.get(id);
    const options =
      attachment?.game === "bf4" ? attachment.slots.flatMap((slot) => slot.options) : (attachment?.options ?? []);
    const expected = new Set(options.flatMap(({ name }) => name ?? []));
    expect(new Set(parts.map((index) => names[index]))).toEqual(expected);
  }
});

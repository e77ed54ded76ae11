import { expect, test } from "vitest";
import { readTag, toSlug } from "./platoon-name.ts";

test("a slug is made of the name's Latin letters and digits", () => {
  expect(toSlug("Night Owls")).toBe("night-owls");
  expect(toSlug("  Çà et là — 2nd!  ")).toBe("ca-et-la-2nd");
  expect(toSlug("Ночные совы")).toBe("");
  expect(toSlug(`${"a".repeat(39)} b`)).toBe("a".repeat(39));
});

test("a tag is read from metadata in either form, and nothing else is taken for one", () => {
  expect(readTag({ tag: "OWL" })).toBe("OWL");
  expect(readTag('{"tag":"СОВА"}')).toBe("СОВА");
  for (const metadata of [undefined, null, "", "no JSON", {}, { tag: 7 }, { tag: "O" }, { tag: "OWLETS" }])
    expect(readTag(metadata)).toBeNull();
});

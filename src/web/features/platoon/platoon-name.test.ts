import { expect, test } from "vitest";
import { toSlug } from "./platoon-name.ts";

test("a slug consists of the name's Latin letters and digits", () => {
  expect(toSlug("Night Owls")).toBe("night-owls");
  expect(toSlug("  Çà et là — 2nd!  ")).toBe("ca-et-la-2nd");
  expect(toSlug("Ночные совы")).toBe("");
  expect(toSlug(`${"a".repeat(39)} b`)).toBe("a".repeat(39));
});

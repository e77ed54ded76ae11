import { expect, test } from "vitest";
import { withTags } from "./notes-group.tsx";

test.for([
  ["a single tag", [], "Night", ["night"]],
  ["several tags", ["night"], "close, Metro ,", ["night", "close", "metro"]],
  ["an existing tag", ["night"], " NIGHT ", ["night"]],
  ["blank text", ["night"], " , ", ["night"]],
  ["a tag that is too long", [], "x".repeat(40), ["x".repeat(24)]],
  ["a thirteenth tag", [..."abcdefghijkl"], "m", [..."abcdefghijkl"]],
] as const)("tags are extended by %s", ([, tags, typed, expected]) => {
  expect(withTags(tags, typed)).toEqual(expected);
});

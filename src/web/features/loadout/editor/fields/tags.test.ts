import { expect, test } from "vitest";
import { withTags } from "./notes-group.tsx";

test.for([
  ["one", [], "Night", ["night"]],
  ["several at once", ["night"], "close, Metro ,", ["night", "close", "metro"]],
  ["one there is already", ["night"], " NIGHT ", ["night"]],
  ["nothing", ["night"], " , ", ["night"]],
  ["one that is too long", [], "x".repeat(40), ["x".repeat(24)]],
  ["one past the twelfth", [..."abcdefghijkl"], "m", [..."abcdefghijkl"]],
] as const)("tags with %s typed", ([, tags, typed, expected]) => {
  expect(withTags(tags, typed)).toEqual(expected);
});

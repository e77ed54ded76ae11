import { expect, test } from "vitest";
import { estimateStrength } from "./new-password-field.tsx";

test.for([
  ["", ""],
  ["abc", "5 more needed"],
  ["aaaaaaaaaaaa", "Weak"],
  ["password", "Weak"],
  ["Summer2042", "Fair"],
  ["three blind snails marching", "Strong"],
] as const)("%j is %j", ([password, word]) => {
  expect(estimateStrength(password)).toBe(word);
});

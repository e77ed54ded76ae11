import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { renewedCookies } from "./secret-rotation.ts";

const [OLDEST, OLD, NOW, FOREIGN] = ["a", "b", "c", "d"].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
];
const secrets = { current: NOW, old: [OLD, OLDEST] };
const signed = (data: string, secret: string) =>
  encodeURIComponent(`${data}.${createHmac("sha256", secret).update(data).digest("base64")}`);
const renewed = (cookies: string) => renewedCookies(cookies, secrets, "fieldlocker");

test("a cookie that any old secret signed is signed anew, and those beside it stay as they are", () => {
  const others = `theme=dark; fieldlocker.state=${signed("x.y", NOW)}`;
  for (const secret of [OLD, OLDEST]) {
    expect(renewed(`${others}; fieldlocker.session_token=${signed("token", secret)}`)).toBe(
      `${others}; fieldlocker.session_token=${signed("token", NOW)}`,
    );
  }
});

test.for([
  ["unsigned", `fieldlocker.session_token=${encodeURIComponent("token.")}`],
  ["a stranger signed", `fieldlocker.session_token=${signed("token", FOREIGN)}`],
  ["another site set", `other.session_token=${signed("token", OLD)}`],
  ["cannot be read", "fieldlocker.session_token=%E0%A4%A"],
  ["has no value", "fieldlocker.session_token"],
  ["has no name", `=${signed("token", OLD)}`],
])("a cookie that %s stays as it is", ([, cookies = ""]) => {
  expect(renewed(cookies)).toBe(cookies);
});

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { renewCookies } from "./secret-rotation.ts";

const [OLDEST, OLD, NOW, FOREIGN] = ["a", "b", "c", "d"].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
];
const secrets = { current: NOW, old: [OLD, OLDEST] };
const sign = (data: string, secret: string) =>
  encodeURIComponent(`${data}.${createHmac("sha256", secret).update(data).digest("base64")}`);
const renew = (cookies: string) => renewCookies(cookies, secrets, "fieldlocker");

test("re-signs a cookie signed with an old secret, and leaves other cookies unchanged", () => {
  const others = `theme=dark; fieldlocker.state=${sign("x.y", NOW)}`;
  for (const secret of [OLD, OLDEST]) {
    expect(renew(`${others}; fieldlocker.session_token=${sign("token", secret)}`)).toBe(
      `${others}; fieldlocker.session_token=${sign("token", NOW)}`,
    );
  }
});

test.for([
  ["is unsigned", `fieldlocker.session_token=${encodeURIComponent("token.")}`],
  ["was signed with an unknown secret", `fieldlocker.session_token=${sign("token", FOREIGN)}`],
  ["has another prefix", `other.session_token=${sign("token", OLD)}`],
  ["is not valid percent-encoding", "fieldlocker.session_token=%E0%A4%A"],
  ["has no value", "fieldlocker.session_token"],
  ["has no name", `=${sign("token", OLD)}`],
])("leaves a cookie unchanged that %s", ([, cookies = ""]) => {
  expect(renew(cookies)).toBe(cookies);
});

import { expect, test } from "vitest";
import { withLanguage } from "#server/http/language.ts";
import { resetMail } from "./mails.ts";

const getGreeting = (name: string) =>
  resetMail({ name, email: "al@example.com" }, "http://localhost:3000/x").text.split("\n")[0];

test.for([
  ["stands as it is", "Al Pacheco", "Hello Al Pacheco,"],
  ["is no link", "Al, see https://evil.example/x", "Hello Al, see https: / / evil. example/ x,"],
  ["is no markup and one line", "<b>Al</b>\r\nBcc: x@evil.example", "Hello bAl/ b Bcc: x@ evil. example,"],
  ["is cut between characters", "\u{1f480}".repeat(70), `Hello ${"\u{1f480}".repeat(64)},`],
] as const)("a name in a mail %s", ([, name, greeting]) => {
  expect(getGreeting(name)).toBe(greeting);
});

test("the markup of a mail names its language", () => {
  const { html } = withLanguage("de", () =>
    resetMail({ name: "Al", email: "al@example.com" }, "http://localhost:3000/x"),
  );
  expect(html).toMatch(/^<div lang="de">\n<p>Hallo Al,/);
});

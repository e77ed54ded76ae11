import { expect, test } from "vitest";
import { withLanguage } from "#server/http/language.ts";
import { resetMail } from "./mails.ts";

const getGreeting = (name: string) =>
  resetMail({ name, email: "al@example.com" }, "http://localhost:3000/x").text.split("\n")[0];

test.for([
  ["is unchanged", "Al Pacheco", "Hello Al Pacheco,"],
  ["is not a link", "Al, see https://evil.example/x", "Hello Al, see https: / / evil. example/ x,"],
  ["contains no markup and no line break", "<b>Al</b>\r\nBcc: x@evil.example", "Hello bAl/ b Bcc: x@ evil. example,"],
  ["is cut between characters", "\u{1f480}".repeat(70), `Hello ${"\u{1f480}".repeat(64)},`],
] as const)("a name in a mail %s", ([, name, greeting]) => {
  expect(getGreeting(name)).toBe(greeting);
});

test("the HTML of a mail has a lang attribute", () => {
  const { html } = withLanguage("de", () =>
    resetMail({ name: "Al", email: "al@example.com" }, "http://localhost:3000/x"),
  );
  expect(html).toMatch(/^<div lang="de">\n<p>Hallo Al,/);
});

// Which language a page, a shared link, an answer and a mail are in.
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { m } from "#messages";
import { createApp } from "#server/app.ts";
import { createHttpServer } from "#server/http/http-server.ts";
import { createAccountLanguage } from "#server/http/language.ts";
import { openSite } from "#server/http/site.ts";
import { newestMailTo, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { aLoadout, guest } from "#test/harness/data/lockers.ts";
import { speaking } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const inEnglish = { locale: "en" } as const;
const inPseudo = { locale: "en-XA" } as const;

/** The world's server with a site of two languages, whose pages are no more than their language and address. */
async function bilingual() {
  const world = await makeWorld({ listen: false });
  const { context } = world;
  const folder = await mkdtemp(join(tmpdir(), "fieldlocker-"));
  for (const language of ["en", "en-XA"]) {
    const pages = join(folder, "pages", language);
    await mkdir(pages, { recursive: true });
    const entry = (file: string) => ({ file, scripts: [], styles: [] });
    const list = { pages: { "/": entry("index.html"), "*": entry("shell.html") }, screens: ["/login", "/bf4"] };
    await writeFile(join(pages, "pages.json"), JSON.stringify(list));
    const getHtml = (title: string) =>
      `<html lang="${language}" data-languages="%LANGUAGES%"><head></head><title>${title}</title><div id="root"></div></html>`;
    await writeFile(join(pages, "index.html"), getHtml("Home"));
    await writeFile(join(pages, "shell.html"), getHtml("Shell"));
  }
  await mkdir(join(folder, "web"));
  await writeFile(join(folder, "web/sw.en-XA.js"), "a worker");
  const site = openSite(folder, { ...context, contact: null, getAccountLanguage: createAccountLanguage(context) });
  const httpServer = createHttpServer(createApp(context, site), context);
  await once(httpServer.listen(context.config.port, "127.0.0.1"), "listening");
  return Object.assign(world, {
    async [Symbol.asyncDispose]() {
      httpServer.closeAllConnections();
      httpServer.close();
      await rm(folder, { recursive: true });
      await context[Symbol.asyncDispose]();
    },
  });
}

const getPage = async (world: World, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(world.origin + path, { headers });
  const html = await answer.text();
  return { answer, html, language: /lang="([^"]+)"/.exec(html)?.[1] };
};

describe("a page", () => {
  test("is in the language of its link, the account, the cookie or the browser", async () => {
    await using world = await bilingual();
    const visitor = await guest(world);
    await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
    visitor.cookies.delete("lang");
    const session = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const getLanguage = async (path: string, headers?: Record<string, string>) =>
      (await getPage(world, path, headers)).language;
    expect(await getLanguage("/")).toBe("en");
    expect(await getLanguage("/", { "accept-language": "en-XA, en;q=0.5" })).toBe("en-XA");
    expect(await getLanguage("/login", { "accept-language": "en-XA", cookie: "lang=en" })).toBe("en");
    expect(await getLanguage("/login", { cookie: `lang=en; ${session}` })).toBe("en-XA");
    expect(await getLanguage("/login?lang=en", { cookie: session })).toBe("en");
    expect(await getLanguage("/nothing", { cookie: "lang=en-XA" })).toBe("en-XA");
    await visitor.trpc.account.setLanguage.mutate({ language: null });
    expect(await getLanguage("/", { cookie: session })).toBe("en");
  });

  test("names its language, what decided it, and a tag that no other language has", async () => {
    await using world = await bilingual();
    const pages = await Promise.all(["en", "en-XA"].map((lang) => getPage(world, `/?lang=${lang}`)));
    for (const { answer, html, language } of pages) {
      expect(answer.headers.get("content-language")).toBe(language);
      expect(answer.headers.get("vary")).toBe("Accept-Encoding, Accept-Language, Cookie");
      // Prerendered: its query changes the language alone.
      expect(html).toContain("<title>Home");
      expect(html).toContain('data-languages="en en-XA"');
    }
    const [english, pseudo] = pages.map(({ answer }) => answer.headers.get("etag") ?? "");
    expect(english).not.toBe(pseudo);
    const ask = async (tag = "", language = "") =>
      (await fetch(`${world.origin}/`, { headers: { "if-none-match": tag, "accept-language": language } })).status;
    expect([await ask(pseudo, "en-XA"), await ask(english, "en-XA"), await ask(english, "en")]).toEqual([
      304, 200, 304,
    ]);
    expect((await getPage(world, "/?lang=en-XA&tab=x")).html).toContain("<title>Shell");
  });

  test("has a service worker of its language, which is always asked for", async () => {
    await using world = await bilingual();
    const worker = await fetch(`${world.origin}/sw.en-XA.js`);
    expect([worker.status, worker.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  });
});

test("a shared loadout is in the reader's language, and so is its picture, which no reader asks for", async () => {
  await using world = await bilingual();
  const visitor = await guest(world);
  const loadout = aLoadout(world);
  const { id } = await visitor.trpc.share.create.mutate({ name: "Stairs", loadout, note: "", withAuthor: false });
  const everyWeapon = (locale: typeof inEnglish | typeof inPseudo) =>
    m.share_every_weapon({ game: "Battlefield 4" }, locale);
  const english = await getPage(world, `/bf4?s=${id}`);
  const pseudo = await getPage(world, `/bf4?s=${id}`, { "accept-language": "en-XA" });
  expect([english.language, pseudo.language]).toEqual(["en", "en-XA"]);
  expect(english.html).toContain(everyWeapon(inEnglish));
  expect(pseudo.html).toContain(everyWeapon(inPseudo));
  expect(english.html).not.toContain("lang=en-XA");
  expect(pseudo.html).toContain(`s=${id}&amp;lang=en-XA`);
  const pictures = await Promise.all(
    ["", "&lang=en-XA"].map(async (end) => {
      const answer = await fetch(`${world.origin}/pictures/loadout.png?game=bf4&s=${id}${end}`);
      return Buffer.from(await answer.arrayBuffer()).toString("base64");
    }),
  );
  expect(pictures[0]).not.toBe(pictures[1]);
});

test("an answer with texts is in the language of its address, its errors in English", async () => {
  await using world = await makeWorld();
  const ask = async (path: string, lang: string) => {
    const answer = await fetch(`${world.origin}/api/trpc/${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
    return answer.text();
  };
  const list = `catalogue.list?input=${encodeURIComponent(JSON.stringify({ game: "bf4", catalogue: "gadgets" }))}`;
  const answers = await Promise.all(["en", "en-XA", "en", "xx"].map((lang) => ask(list, lang)));
  expect(answers[0]).toContain('"result"');
  expect(answers[1]).not.toBe(answers[0]);
  expect(answers[1]).toContain("ẽxţŕå");
  expect(answers.slice(2)).toEqual([answers[0], answers[0]]);
  for (const path of ["loadout.list", "catalogue.entry", "nothing.at.all"])
    expect(await ask(path, "en-XA")).toBe(await ask(path, "en"));
});

test("unlocks are found by the words of the reader's language and by English ones", async () => {
  await using world = await makeWorld();
  const visitor = await guest(world);
  const count = async ({ progress }: typeof visitor.trpc, q: string) =>
    (await progress.checklist.query({ soldierId: null, kind: "part", q })).total;
  const english = await count(visitor.trpc, "carbines attachment");
  const german = speaking(visitor, world.origin, "de");
  expect(english).toBeGreaterThan(0);
  for (const q of ["carbines attachment", "Karabiner attachment", "carbines Aufsatz"])
    expect(await count(german, q), q).toBe(english);
});

describe("a mail", () => {
  const getSubject = async (account: { email: string }, world: World) => (await newestMailTo(account, world))?.subject;

  test("is in the language of the browser that signs up, and English where that names none", async () => {
    await using world = await makeWorld();
    const [english, pseudo] = [world.visitor(), world.visitor()];
    pseudo.cookies.set("lang", "en-XA");
    expect(await getSubject(await signUp(english), world)).toBe(m.mail_verify_subject({}, inEnglish));
    expect(await getSubject(await signUp(pseudo), world)).toBe(m.mail_verify_subject({}, inPseudo));
  });

  test("is in the language that the recipient chose, and not in that of a stranger who causes it", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
    const stranger = world.visitor();
    stranger.cookies.set("lang", "en");
    await stranger.post("/api/auth/email-otp/send-verification-otp", { email: account.email, type: "sign-in" });
    expect((await newestMailTo(account, world))?.text).toContain(m.mail_code_text({}, inPseudo));
  });
});

test("a browser's choice is a cookie that its next page follows", async () => {
  await using world = await bilingual();
  const visitor = world.visitor();
  const answer = await visitor.post("/api/trpc/account.setLanguage", { language: "en-XA" });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
    200,
    expect.stringMatching(/^lang=en-XA; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/),
  ]);
  expect(await (await visitor.fetch("/")).text()).toContain('lang="en-XA"');
  await visitor.trpc.account.setLanguage.mutate({ language: null });
  expect(visitor.cookies.has("lang")).toBe(false);
  expect((await visitor.post("/api/trpc/account.setLanguage", { language: "en; Secure" })).status).toBe(400);
});

test("an account has one of the site's languages, or none, and its owner's file has it", async () => {
  await using world = await makeWorld();
  const visitor = await guest(world);
  expect((await visitor.trpc.account.overview.query()).language).toBeNull();
  await visitor.trpc.account.setLanguage.mutate({ language: "en-XA" });
  const impossible = { language: "tlh" } as unknown as { language: null };
  await expect(visitor.trpc.account.setLanguage.mutate(impossible)).rejects.toMatchObject({
    data: { fault: { code: "input_invalid" } },
  });
  expect((await visitor.trpc.account.overview.query()).language).toBe("en-XA");
  expect((await visitor.trpc.account.export.query())?.about?.account.language).toBe("en-XA");
});

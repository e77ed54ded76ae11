import { test } from "vitest";
import { makeWorld } from "#test/world/world.ts";
test("x", async () => {
  await using world = await makeWorld();
  const long = Array.from({ length: 4000 }, (_, i) => "abcdefghijklmnopqrstuvwxyz0123456789"[(i * i * 7919 + i * 31 + (i ** 3 % 97)) % 36]).join("");
  const rnd = Array.from(crypto.getRandomValues(new Uint8Array(4000)), (b) => b.toString(36)).join("").slice(0, 4000);
  for (const l of [long, rnd]) {
    console.log("path", (await world.visitor().fetch(`/api/auth/${l}`)).status);
    console.log("email", (await world.visitor().post("/api/auth/sign-up/email", { name: "x", password: "correct horse battery", email: `${l}@example.com` })).status);
    console.log("email in", (await world.visitor().post("/api/auth/sign-in/email", { password: "correct horse battery", email: `${l}@example.com` })).status);
    console.log("reset path", (await world.visitor().fetch(`/api/auth/reset-password/${l}?callbackURL=/x`)).status);
    console.log("callback path", (await world.visitor().fetch(`/api/auth/callback/${l}?state=x&code=x`)).status);
    console.log("nul path", (await world.visitor().fetch(`/api/auth/callback/%00?state=x&code=x`)).status, (await world.visitor().fetch(`/api/auth/%00`)).status,(await world.visitor().fetch(`/api/auth/reset-password/%00?callbackURL=/x`)).status,(await world.visitor().fetch(`/api/auth/reset-password/%ff?callbackURL=/x`)).status,(await world.visitor().fetch(`/api/auth/reset-password/x?callbackURL=/x%00`)).status,(await world.visitor().fetch(`/api/auth/reset-password/x?callbackURL=/%C3%A4`)).status,(await world.visitor().fetch(`/api/auth/reset-password/x?callbackURL=/%E2%82%AC`)).status,(await world.visitor().fetch(`/api/auth/verify-email?token=x&callbackURL=/%E2%82%AC`)).status);
    const v = world.visitor();
    console.log("nul ua", (await v.fetch(`/api/auth/sign-in/anonymous`, { method: "POST", headers: { "user-agent": "\u00ff".repeat(3000), "content-type": "application/json" }, body: "{}" })).status);
  const t = await v.fetch("/api/trpc/loadout.save?batch=1", {method:"POST",headers:{"content-type":"multipart/form-data; boundary=x"},body:"--x\r\n"}); console.log("mp", t.status, await t.text());
  const u = await v.fetch("/api/trpc/loadout.save", {method:"POST",headers:{"content-type":"multipart/form-data"},body:"--x\r\n"}); console.log("mp", u.status, await u.text());
  const w = await v.fetch("/api/trpc/loadout.save", {method:"POST",headers:{"content-type":"application/octet-stream"},body:"--x\r\n"}); console.log("os", w.status, await w.text());
  }
  const v = world.visitor();
  const all = await Promise.all(Array.from({ length: 30 }, () => v.post("/api/auth/sign-in/email", { password: "correct horse battery", email: `a@example.com` })));
  console.log(all.map((a) => a.status).join(), all.at(-1)?.headers.get("retry-after"));
  const guests = await Promise.all(Array.from({ length: 8 }, () => v.post("/api/auth/sign-in/anonymous")));
  console.log(guests.map((a) => a.status).join());
});

import { expect, test } from "vitest";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

/** The header of a lossy WebP of 256 by 256 pixels; the server checks no more than this. */
const PICTURE = Buffer.alloc(64);
PICTURE.write("RIFF", 0, "latin1");
PICTURE.write("WEBPVP8 ", 8, "latin1");
Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 1, 0, 1]).copy(PICTURE, 20);
const webp = PICTURE.toString("base64");

const getImage = async (visitor: Visitor) => (await (await visitor.fetch("/api/auth/get-session")).json()).user.image;

test("a user's picture is stored, served by this site, changed and removed", async () => {
  await using world = await makeWorld();
  const { visitor } = await signUpAndSignIn(world);
  const { image } = await visitor.trpc.account.setAvatar.mutate({ webp });
  expect(await getImage(visitor)).toBe(image);
  const response = await world.visitor().fetch(image ?? "");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(Buffer.from(await response.arrayBuffer()).equals(PICTURE)).toBe(true);
  const { image: next } = await visitor.trpc.account.setAvatar.mutate({ webp });
  expect(next).not.toBe(image);
  expect((await visitor.fetch(image ?? "")).status).toBe(404);
  await visitor.trpc.account.setAvatar.mutate({ webp: null });
  expect([await getImage(visitor), (await visitor.fetch(next ?? "")).status]).toEqual([null, 404]);
});

test("a file that is not a WebP is refused, and a guest cannot set a picture", async () => {
  await using world = await makeWorld();
  const { visitor } = await signUpAndSignIn(world);
  const svg = Buffer.from("<svg onload=alert(1)>").toString("base64");
  await expect(visitor.trpc.account.setAvatar.mutate({ webp: svg })).rejects.toThrow("This picture can't be used.");
  const guest = world.visitor();
  await guest.post("/api/auth/sign-in/anonymous");
  await expect(guest.trpc.account.setAvatar.mutate({ webp })).rejects.toThrow();
  expect(await getImage(visitor)).toBeNull();
});

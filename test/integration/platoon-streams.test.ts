// What members change in a platoon reaches the open screens of the others, in whichever process each of them is.
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { linkIn, newestMailTo } from "#test/harness/accounts.ts";
import { call, invited, makePlatoon, saveSquad } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MEMBERS = '"members"';

/** A platoon's stream. */
async function openStream(visitor: Visitor, organizationId: string) {
  const stop = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ organizationId }));
  const answer = await visitor.fetch(`/api/trpc/platoon.feed.changes?input=${input}`, { signal: stop.signal });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  return {
    /** How often the stream has had this text. */
    count: (text: string) => received.split(text).length - 1,
    /** Resolves once the stream has had this text, or so often. */
    async had(text: string, times = 1) {
      while (received.split(text).length <= times) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
        if (done) throw new Error(`The stream ended before ${text}: ${received}`);
        received += value;
      }
    },
    stop: () => stop.abort(),
  };
}

/** Streams in both processes, which listen to each other. */
async function openStreams(world: World, visitor: Visitor, organizationId: string) {
  // Requests go to the processes in turn: two streams that are opened one after the other are in different ones.
  const streams = [await openStream(visitor, organizationId), await openStream(visitor, organizationId)];
  // A stream may be open a moment before its process listens to the others.
  let isListening = false;
  const listening = Promise.all(streams.map((stream) => stream.had('"feed"')));
  listening.then(() => {
    isListening = true;
  });
  for (let tries = 0; tries < 100 && !isListening; tries += 1) {
    world.context.events.publishToPlatoon(organizationId, { what: "feed", id: organizationId });
    await setTimeout(20);
  }
  await listening;
  return streams;
}

test("a change reaches the streams of both processes, whichever of them made it", async () => {
  await using world = await makeWorld();
  const platoon = await makePlatoon(world);
  const { owner, member } = platoon.people;
  const streams = await openStreams(world, member.visitor, platoon.id);
  for (const name of ["Alpha", "Bravo", "Charlie"]) {
    const { id } = await saveSquad(owner.visitor, platoon, { name });
    await Promise.all(streams.map((stream) => stream.had(id)));
  }
  const change = { organizationId: platoon.id, memberId: platoon.people.admin.memberId, role: "member" };
  expect((await call(owner.visitor, "update-member-role", change)).status).toBe(200);
  await Promise.all(streams.map((stream) => stream.had(MEMBERS)));
  for (const stream of streams) stream.stop();
});

test("each change of the members and of what lets them in reaches the streams, however it is made", async () => {
  await using world = await makeWorld();
  const { id: organizationId, people } = await makePlatoon(world);
  const { owner, admin, member } = people;
  const leaver = await invited(world, owner.visitor, organizationId, "member");
  const { invitationId } = leaver;
  expect((await call(leaver.visitor, "accept-invitation", { invitationId })).status).toBe(200);
  const streams = await openStreams(world, member.visitor, organizationId);
  const { members } = owner.visitor.trpc.platoon;
  const reaches = async (action: () => Promise<unknown>) => {
    const before = streams.map((stream) => stream.count(MEMBERS));
    await action();
    await Promise.all(streams.map((stream, place) => stream.had(MEMBERS, Number(before[place]) + 1)));
  };
  await reaches(() => members.createLink.mutate({ organizationId, role: "member", days: 1, uses: 1 }));
  const [link] = await members.links.query({ organizationId });
  await reaches(() => members.revokeLink.mutate({ organizationId, id: String(link?.id) }));
  await reaches(async () => {
    expect((await leaver.visitor.post("/api/auth/delete-user")).status).toBe(200);
    await leaver.visitor.fetch(linkIn(await newestMailTo(leaver, world)));
  });
  await reaches(async () => {
    expect((await call(owner.visitor, "update", { organizationId: "", data: { name: "Dawn" } })).status).toBe(200);
  });
  await reaches(() => members.transfer.mutate({ organizationId, memberId: admin.memberId }));
  for (const stream of streams) stream.stop();
});

// Changes in a platoon reach the open screens of its members in both processes.
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { getLink, getNewestMail } from "#test/harness/accounts.ts";
import { inviteUser, makePlatoon, postOrganization, saveSquad } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MEMBERS_EVENT = '"members"';

/** Opens a platoon's stream of changes. */
async function openStream(visitor: Visitor, organizationId: string) {
  const stop = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ organizationId }));
  const response = await visitor.fetch(`/api/trpc/platoon.feed.changes?input=${input}`, { signal: stop.signal });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  return {
    /** Returns how often the stream contained this text. */
    count: (text: string) => received.split(text).length - 1,
    /** Resolves once the stream contained this text `times` times. */
    async waitFor(text: string, times = 1) {
      while (received.split(text).length <= times) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
        if (done) throw new Error(`The stream ended before ${text}: ${received}`);
        received += value;
      }
    },
    stop: () => stop.abort(),
  };
}

/** Opens a stream in each process, and waits until both get events. */
async function openStreams(world: World, visitor: Visitor, organizationId: string) {
  // Requests alternate between the processes, so consecutive streams are in different processes.
  const streams = [await openStream(visitor, organizationId), await openStream(visitor, organizationId)];
  // A stream may be open before its process subscribes to events of the other one.
  let isListening = false;
  const listening = Promise.all(streams.map((stream) => stream.waitFor('"feed"')));
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

test("a change in either process reaches the streams of both", async () => {
  await using world = await makeWorld();
  const platoon = await makePlatoon(world);
  const { owner, member } = platoon.people;
  const streams = await openStreams(world, member.visitor, platoon.id);
  for (const name of ["Alpha", "Bravo", "Charlie"]) {
    const { id } = await saveSquad(owner.visitor, platoon, { name });
    await Promise.all(streams.map((stream) => stream.waitFor(id)));
  }
  const change = { organizationId: platoon.id, memberId: platoon.people.admin.memberId, role: "member" };
  expect((await postOrganization(owner.visitor, "update-member-role", change)).status).toBe(200);
  await Promise.all(streams.map((stream) => stream.waitFor(MEMBERS_EVENT)));
  for (const stream of streams) stream.stop();
});

test("each change of members, links and the platoon reaches the streams", async () => {
  await using world = await makeWorld();
  const { id: organizationId, people } = await makePlatoon(world);
  const { owner, admin, member } = people;
  const leaver = await inviteUser(world, owner.visitor, organizationId, "member");
  const { invitationId } = leaver;
  expect((await postOrganization(leaver.visitor, "accept-invitation", { invitationId })).status).toBe(200);
  const streams = await openStreams(world, member.visitor, organizationId);
  const { members } = owner.visitor.trpc.platoon;
  const expectEvent = async (action: () => Promise<unknown>) => {
    const before = streams.map((stream) => stream.count(MEMBERS_EVENT));
    await action();
    await Promise.all(streams.map((stream, place) => stream.waitFor(MEMBERS_EVENT, Number(before[place]) + 1)));
  };
  await expectEvent(() => members.createLink.mutate({ organizationId, role: "member", days: 1, uses: 1 }));
  const [link] = await members.links.query({ organizationId });
  await expectEvent(() => members.revokeLink.mutate({ organizationId, id: String(link?.id) }));
  await expectEvent(async () => {
    expect((await leaver.visitor.post("/api/auth/delete-user")).status).toBe(200);
    await leaver.visitor.fetch(getLink(await getNewestMail(leaver, world)));
  });
  await expectEvent(async () => {
    expect(
      (await postOrganization(owner.visitor, "update", { organizationId: "", data: { name: "Dawn" } })).status,
    ).toBe(200);
  });
  await expectEvent(() => members.transfer.mutate({ organizationId, memberId: admin.memberId }));
  for (const stream of streams) stream.stop();
});

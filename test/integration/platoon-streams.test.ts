// What members change in a platoon reaches the open screens of the others, in whichever process each of them is.
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { call, makePlatoon, saveSquad } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

/** A platoon's stream; `next` waits for one more change than it has had. */
async function openStream(visitor: Visitor, organizationId: string) {
  const stop = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ organizationId }));
  const answer = await visitor.fetch(`/api/trpc/platoon.feed.changes?input=${input}`, { signal: stop.signal });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  return {
    /** Resolves once the stream has had this text. */
    async had(text: string) {
      while (!received.includes(text)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
        if (done) throw new Error(`The stream ended before ${text}: ${received}`);
        received += value;
      }
    },
    stop: () => stop.abort(),
  };
}

test("a change reaches the streams of both processes, whichever of them made it", async () => {
  await using world = await makeWorld();
  const platoon = await makePlatoon(world);
  const { owner, member } = platoon.people;
  // Requests go to the processes in turn: two streams that are opened one after the other are in different ones.
  const streams = [await openStream(member.visitor, platoon.id), await openStream(member.visitor, platoon.id)];
  // A stream may be open a moment before its process listens to the others.
  let isListening = false;
  const listening = Promise.all(streams.map((stream) => stream.had('"feed"')));
  listening.then(() => {
    isListening = true;
  });
  for (let tries = 0; tries < 100 && !isListening; tries += 1) {
    world.context.events.publishToPlatoon(platoon.id, { what: "feed", id: platoon.id });
    await setTimeout(20);
  }
  await listening;
  for (const name of ["Alpha", "Bravo", "Charlie"]) {
    const { id } = await saveSquad(owner.visitor, platoon, { name });
    await Promise.all(streams.map((stream) => stream.had(id)));
  }
  const change = { organizationId: platoon.id, memberId: platoon.people.admin.memberId, role: "member" };
  expect((await call(owner.visitor, "update-member-role", change)).status).toBe(200);
  await Promise.all(streams.map((stream) => stream.had('"members"')));
  for (const stream of streams) stream.stop();
});

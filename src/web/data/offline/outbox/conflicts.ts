// What a person may do about changes that wait.
import { lastPerson } from "#web/data/session/person.ts";
import { getWorld, sendNow } from "./outbox-world.ts";
import { type PendingMutation, setOutboxState } from "./pending-mutation.ts";

const changeWaiting = async (
  change: (waiting: readonly PendingMutation[]) => readonly PendingMutation[],
): Promise<void> => {
  const owner = lastPerson()?.id;
  if (owner) await getWorld(owner).write(change);
};

/** Sends everything now, also what was refused before. */
export async function retryAll(): Promise<void> {
  const owner = lastPerson()?.id;
  if (!owner) return;
  setOutboxState({ phase: "still" });
  await changeWaiting((waiting) =>
    waiting.map((one) => {
      if (one.refusal?.kind !== "refused") return one;
      const { refusal: _, ...rest } = one;
      return rest;
    }),
  );
  await sendNow(owner);
}

/** Forgets a change: what the server has stays. */
export const discard = (id: string): Promise<void> =>
  changeWaiting((waiting) => waiting.filter((one) => one.id !== id));

/** Forgets the save of this loadout that met another one, whose answer is on its way. */
export const dropConflict = (loadoutId: string): Promise<void> =>
  changeWaiting((waiting) =>
    waiting.filter(
      ({ call, input, refusal }) => !(call === "loadout.save" && refusal?.kind === "changed" && input.id === loadoutId),
    ),
  );

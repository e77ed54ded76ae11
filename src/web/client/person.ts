// Who was last here, for the time without a network. It proves nothing: the server looks at the cookie each time.
import { recall, remember, unlearn } from "./memory.ts";

export type Person = { id: string; name: string; isGuest: boolean };

const KEY = "person";

/** Whoever the server last said is here; null when nobody was, or after a sign-out. */
export function lastPerson(): Person | null {
  try {
    return JSON.parse(recall(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** From now on this is who was last here. What the device keeps of anybody else goes, once that is done. */
export async function rememberPerson(person: Person | null): Promise<void> {
  const before = lastPerson();
  if (person) remember(KEY, JSON.stringify(person));
  else unlearn(KEY);
  if (before?.id === person?.id) return;
  const { changeOwner } = await import("./device/owner.ts");
  await changeOwner(before, person);
}

import { lastPerson, type Person, storePerson } from "./person.ts";

/** Stores the person, or after a sign-out none. Deletes what the device stores for anyone else, then settles. */
export async function rememberPerson(person: Person | null): Promise<void> {
  const before = lastPerson();
  storePerson(person);
  if (before?.id === person?.id) return;
  const { changeOwner } = await import("#web/data/offline/owner.ts");
  await changeOwner(before, person);
}

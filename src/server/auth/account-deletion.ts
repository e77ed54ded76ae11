import type { Database } from "#server/database/database.ts";
import { deletePerson } from "#server/operations/departure.ts";
import { handPlatoonsOn } from "./platoon-owners.ts";

/** Deletes a person: gone at once, while the rows may follow in the background. */
export async function deleteAccount(db: Database, userId: string): Promise<void> {
  await handPlatoonsOn(db, userId);
  await deletePerson(db, userId, new Date());
}

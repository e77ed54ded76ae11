import { UNNAMED, UNOPENED } from "#domain/loadout/sharing/share.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { readLockerFile } from "#domain/loadout/transfer.ts";
import { getProblem } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { DataClient } from "#web/data/trpc.ts";
import type { Candidate } from "./matching.ts";
import { readPasted } from "./pasted.ts";

export type Read = { candidates: readonly Candidate[] } | { problem: string };

/** The loadouts a text brings, asked of the server where it only names them; else why there are none. */
export async function readCandidates(text: string, client: DataClient): Promise<Read> {
  const pasted = readPasted(text);
  try {
    switch (pasted.kind) {
      case "unreadable":
        return { problem: pasted.problem };
      case "json": {
        const read = readLockerFile(pasted.value);
        return "problem" in read ? read : { candidates: read.file.loadouts };
      }
      case "share": {
        const { name, note, loadout } = await client.share.get.query({ id: pasted.id });
        return { candidates: [{ id: newId(), name, note: note ?? "", tags: [], folder: null, loadout }] };
      }
      case "code":
        return await readCode(pasted.code, client);
    }
  } catch (error) {
    return { problem: getProblem(error).text };
  }
}

async function readCode(code: string, client: DataClient): Promise<Read> {
  const game = gameOfShare(code);
  if (!game) return { problem: UNOPENED.damaged };
  const decoded = decodeShare(code, await client.arsenal.codebook.query({ game }));
  if (decoded.kind !== "loadout") return { problem: UNOPENED[decoded.kind] };
  const { name, loadout } = decoded;
  return { candidates: [{ id: newId(), name: name || UNNAMED, note: "", tags: [], folder: null, loadout }] };
}

// The export of a platoon's locker as a file, and the import of a file as proposals.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { toContent } from "#domain/loadout/loadout.ts";
import { remark, squadName } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import type { FileLoadout } from "#messages/loadout/locker-file.ts";
import { mutate } from "#web/data/mutation.ts";
import { readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { type DataClient, useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import { useExport } from "#web/features/loadout/transfer/export-locker.ts";
import { LoadoutImportDialog, useLoadoutImport } from "#web/features/loadout/transfer/loadout-import.tsx";
import type { Candidate } from "#web/features/loadout/transfer/matching.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Differences, OmittedRowList } from "#web/ui/overlays/import-dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

type PlatoonTransferProps = { organizationId: string; isManager: boolean };

/** The export and import buttons of a platoon's locker. */
export function PlatoonTransfer({ organizationId, isManager }: PlatoonTransferProps) {
  const [importing, setImporting] = useState(false);
  return (
    <div className="flex flex-wrap gap-3">
      <PlatoonExport organizationId={organizationId} />
      <Button size="small" onClick={() => setImporting(true)}>
        {m.platoon_locker_import()}
      </Button>
      {importing && (
        <ProposalImport organizationId={organizationId} isManager={isManager} onClose={() => setImporting(false)} />
      )}
    </div>
  );
}

/** The button that exports a platoon's locker as a file. */
export function PlatoonExport({ organizationId }: { organizationId: string }) {
  const client = useTRPCClient();
  const { exportLoadouts, isExporting } = useExport("platoon");
  return (
    <Button size="small" busy={isExporting} onClick={() => exportLoadouts(() => readAll(client, organizationId))}>
      {m.platoon_locker_export()}
    </Button>
  );
}

/** The data that a platoon adds to a loadout in a file: the proposer's note and the purpose, with the squad's name. */
const platoonData = z.object({
  note: remark,
  squad: squadName.nullable(),
  mapId: z.string().max(100).nullable(),
  modeId: z.string().max(100).nullable(),
});

type Cursor = { key: string; id: string } | null;

/** Loads every loadout of the platoon, in all states. */
async function readAll({ platoon }: DataClient, organizationId: string) {
  const all: FileLoadout[] = [];
  const squads = await platoon.squad.list.query({ organizationId });
  const names = new Map(squads.map((squad) => [squad.id, squad.name]));
  let cursor: Cursor = null;
  do {
    const page: Awaited<ReturnType<typeof platoon.locker.list.query>> = await platoon.locker.list.query({
      organizationId,
      order: "name",
      cursor,
    });
    for (const item of page.items) {
      const { id, loadout, remark: note, teamId, mapId, modeId } = item;
      const shared = { note, squad: names.get(teamId ?? "") ?? null, mapId, modeId };
      all.push({ ...toContent(item), id, game: loadout.game, folder: null, platoon: shared });
    }
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}

/** Maximum number of proposals per call. */
const PROPOSALS_PER_CALL = 10;

function ProposalImport({ organizationId, isManager, onClose }: PlatoonTransferProps & { onClose: () => void }) {
  const { locker } = useTRPC().platoon;
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const input = useInterruptedInput(`platoon-import:${organizationId}`, "", readText);
  const [stays, setStays] = useState(true);
  const importing = useLoadoutImport(async () => []);
  const { rows, omittedRows } = importing;
  const send = () =>
    importing.send(async ({ signal, onProgress }) => {
      try {
        const squads = await client.platoon.squad.list.query({ organizationId });
        // The last proposal is the first in the list, so the file is sent from its end.
        for (let left = rows.length; left > 0; left -= PROPOSALS_PER_CALL) {
          onProgress(rows.length - left, rows.length);
          // The row keys are the ids, so repeating an interrupted import adds nothing twice.
          const batch = rows.slice(Math.max(0, left - PROPOSALS_PER_CALL), left).map(({ key, candidate }) => ({
            id: key,
            content: toContent(candidate),
            stays,
            isPublished: isManager,
            ...getShared(candidate, squads),
          }));
          await mutate(queryClient, locker.propose.mutationOptions(), { organizationId, proposals: batch }, signal);
        }
        showToast(m.platoon_locker_imported({ count: rows.length }));
        onClose();
        return null;
      } finally {
        await queryClient.invalidateQueries(locker.pathFilter());
      }
    });
  return (
    <LoadoutImportDialog
      title={m.platoon_locker_import()}
      hint={m.platoon_locker_import_explained()}
      input={input}
      importing={importing}
      onClose={onClose}
      preview={(problem) => (
        <div className="grid gap-4">
          {problem && <p role="alert">{problem}</p>}
          <ul
            aria-label={m.loadout_loadouts_to_import()}
            className="grid max-h-72 overflow-y-auto border-y border-line"
          >
            {rows.map(({ key, candidate, differences }) => (
              <li key={key} className="border-b border-line px-2 py-2 font-cond text-1 wrap-anywhere last:border-b-0">
                {candidate.name}
                <Differences differences={differences} />
              </li>
            ))}
          </ul>
          <OmittedRowList omittedRows={omittedRows} />
          <div>
            <Switch label={m.platoon_locker_stay()} checked={stays} onChange={setStays} />
          </div>
          <Button kind="primary" onClick={() => input.send(send())} className="justify-self-start">
            {isManager
              ? m.platoon_locker_publish_count({ count: rows.length })
              : m.platoon_locker_propose_count({ count: rows.length })}
          </Button>
        </div>
      )}
    />
  );
}

/** Returns the note and the purpose in a platoon's file; the squad is found by its name. */
function getShared({ platoon }: Candidate, squads: readonly { id: string; name: string }[]) {
  const { data } = platoonData.safeParse(platoon);
  if (!data) return { note: "", teamId: null, mapId: null, modeId: null };
  const { note, squad, mapId, modeId } = data;
  return { note, teamId: squads.find(({ name }) => name === squad)?.id ?? null, mapId, modeId };
}

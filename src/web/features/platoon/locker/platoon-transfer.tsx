// The whole locker of a platoon as a file, and loadouts of a file as proposals.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { toContent } from "#domain/loadout/loadout.ts";
import { remark, squadName } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import type { LeftOut, SlotDifference } from "#messages/loadout/locker-csv.ts";
import { toLockerFile } from "#messages/loadout/locker-file.ts";
import { mutate } from "#web/data/mutation.ts";
import { readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorText } from "#web/data/problem.ts";
import { download } from "#web/data/stores/download.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { type DataClient, useTRPC, useTRPCClient } from "#web/data/trpc.ts";
import { type Candidate, readCandidates } from "#web/features/loadout/transfer/matching.ts";
import { getRows, loadArmouries } from "#web/features/loadout/transfer/preview.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Differences, ImportDialog, LeftOutList, useImportStage } from "#web/ui/overlays/import-dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

type PlatoonTransferProps = { organizationId: string; isManager: boolean };

/** The ways in and out of a platoon's locker. */
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

/** Every loadout of a platoon's locker as a file. */
export function PlatoonExport({ organizationId }: { organizationId: string }) {
  const client = useTRPCClient();
  const [isExporting, setExporting] = useState(false);
  const exportAll = async () => {
    setExporting(true);
    try {
      const loadouts = await readAll(client, organizationId);
      const now = new Date().toISOString();
      const text = JSON.stringify(toLockerFile(loadouts, now), null, 2);
      if (loadouts.length === 0) showToast(m.loadout_there_is_nothing_to_export_yet());
      else download(text, `fieldlocker-platoon-${now.slice(0, 10)}.json`, "application/json");
    } catch (error) {
      showToast(getErrorText(error), { tone: "error" });
    }
    setExporting(false);
  };
  return (
    <Button size="small" busy={isExporting} onClick={exportAll}>
      {m.platoon_locker_export()}
    </Button>
  );
}

/** What a platoon adds to a loadout: what its proposer wrote, and what it is meant for; the squad by its name. */
const sharedFor = z.object({
  note: remark,
  squad: squadName.nullable(),
  mapId: z.string().max(100).nullable(),
  modeId: z.string().max(100).nullable(),
});

type Cursor = { key: string; id: string } | null;

/** Every loadout of the platoon, whatever its state. */
async function readAll({ platoon }: DataClient, organizationId: string) {
  const all: Parameters<typeof toLockerFile>[0][number][] = [];
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

/** As many as one call takes. */
const AT_ONCE = 10;

type Proposed = { id: string; candidate: Candidate; differences: readonly SlotDifference[] };

function ProposalImport({ organizationId, isManager, onClose }: PlatoonTransferProps & { onClose: () => void }) {
  const trpc = useTRPC();
  const { locker } = trpc.platoon;
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const input = useInterruptedInput(`platoon-import:${organizationId}`, "", readText);
  const [proposals, setProposals] = useState<readonly Proposed[]>([]);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const [stays, setStays] = useState(true);
  const importing = useImportStage();
  const read = async (content: string) => {
    importing.startReading();
    const result = await readCandidates(content, client);
    if ("problem" in result) return importing.fail(result.problem);
    try {
      const loadouts = result.candidates.map(({ loadout }) => loadout);
      const rows = getRows(result.candidates, {
        locker: [],
        armouries: await loadArmouries(loadouts, { trpc, queryClient }),
      });
      // Ids of their own: a repeated import of what was sent already adds nothing.
      setProposals(rows.map(({ candidate, differences }) => ({ id: newId(), candidate, differences })));
      setLeftOut(result.leftOut);
      importing.setStage({ kind: "preview", problem: null });
    } catch (error) {
      importing.fail(getErrorText(error));
    }
  };
  const send = async () => {
    const signal = importing.startSending();
    try {
      const squads = await client.platoon.squad.list.query({ organizationId });
      // What is proposed last is on top: the end of the file goes first.
      for (let left = proposals.length; left > 0; left -= AT_ONCE) {
        importing.setStage({ kind: "sending", sent: proposals.length - left, all: proposals.length });
        const batch = proposals.slice(Math.max(0, left - AT_ONCE), left).map(({ id, candidate }) => {
          const content = toContent(candidate);
          return { id, content, stays, isPublished: isManager, ...getShared(candidate, squads) };
        });
        await mutate(queryClient, locker.propose.mutationOptions(), { organizationId, proposals: batch }, signal);
      }
      showToast(m.platoon_locker_imported({ count: proposals.length }));
      onClose();
      return true;
    } catch (error) {
      importing.failSending(getErrorText(error));
      return false;
    } finally {
      await queryClient.invalidateQueries(locker.pathFilter());
    }
  };
  return (
    <ImportDialog
      title={m.platoon_locker_import()}
      label={m.loadout_link_code_or_file_content()}
      hint={m.platoon_locker_import_explained()}
      fileLabel={m.loadout_locker_file()}
      accept=".json,.csv,application/json,text/csv"
      input={input}
      stage={importing.stage}
      onRead={read}
      onFail={importing.fail}
      onCancel={importing.cancel}
      onClose={onClose}
      preview={(problem) => (
        <div className="grid gap-4">
          {problem && <p role="alert">{problem}</p>}
          <ul
            aria-label={m.loadout_loadouts_to_import()}
            className="grid max-h-72 overflow-y-auto border-y border-line"
          >
            {proposals.map(({ id, candidate, differences }) => (
              <li key={id} className="border-b border-line px-2 py-2 font-cond text-1 wrap-anywhere last:border-b-0">
                {candidate.name}
                <Differences differences={differences} />
              </li>
            ))}
          </ul>
          <LeftOutList leftOut={leftOut} />
          <div>
            <Switch label={m.platoon_locker_stay()} checked={stays} onChange={setStays} />
          </div>
          <Button kind="primary" onClick={() => input.send(send())} className="justify-self-start">
            {isManager
              ? m.platoon_locker_publish_count({ count: proposals.length })
              : m.platoon_locker_propose_count({ count: proposals.length })}
          </Button>
        </div>
      )}
    />
  );
}

/** The note and the purpose in a platoon's file, for the squad of the same name here. */
function getShared({ platoon }: Candidate, squads: readonly { id: string; name: string }[]) {
  const { data } = sharedFor.safeParse(platoon);
  if (!data) return { note: "", teamId: null, mapId: null, modeId: null };
  const { note, squad, mapId, modeId } = data;
  return { note, teamId: squads.find(({ name }) => name === squad)?.id ?? null, mapId, modeId };
}

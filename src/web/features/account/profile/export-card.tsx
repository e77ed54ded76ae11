import type { inferRouterOutputs } from "@trpc/server";
import { useEffect, useRef, useState } from "react";
import type { AppRouter } from "#api";
import { formatNumber } from "#web/components/figures/format-number.ts";
import { ProgressBar } from "#web/components/figures/progress-bar.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { download } from "#web/data/stores/download.ts";
import { type DataClient, useTRPCClient } from "#web/data/trpc.ts";
import { getAnswer } from "#web/features/account/account-queries.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";

/** Everything the person owns here, as one file. */
export function ExportCard() {
  return (
    <Panel title="Export">
      <p className="mb-4 text-ink-2">
        Your account, your ways to sign in and every loadout, the deleted ones too, as one JSON file. No passwords.
      </p>
      <ExportButton />
    </Panel>
  );
}

export function ExportButton() {
  const client = useTRPCClient();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const exporting = useAccountCall(
    () => {
      running.current = new AbortController();
      return getAnswer(downloadExport(client, setProgress, running.current.signal)).finally(() => setProgress(null));
    },
    (_, { data }) => {
      if (data) download(data.content, `fieldlocker-${data.date}.json`, "application/json");
    },
  );
  return (
    <div className="grid justify-items-start gap-3">
      <FormRefusal refusal={exporting.refusal} />
      <Button busy={exporting.busy} onClick={() => exporting.run(undefined)}>
        Export everything
      </Button>
      {progress && progress.done < progress.total && (
        <div className="grid w-full max-w-96 gap-1">
          <ProgressBar
            label="Export"
            done={progress.done}
            needed={progress.total}
            text={`${progress.done} of ${progress.total} entries`}
          />
          <p className="text-0 text-ink-2">
            {formatNumber(progress.done)} of {formatNumber(progress.total)} entries
          </p>
        </div>
      )}
    </div>
  );
}

type ExportPage = inferRouterOutputs<AppRouter>["account"]["export"];

/** How many of all rows have arrived. */
export type ExportProgress = { done: number; total: number };

export type ExportFile = { content: Blob; date: string };

/**
 * Everything the person owns, as one JSON file. Each page becomes a Blob of its own: the text of a large account would be
 * longer than a string can be.
 */
async function downloadExport(
  { account }: DataClient,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportFile> {
  let page: ExportPage = await account.export.query(undefined, { signal });
  const { about, exportedAt } = page;
  if (!about) throw new TypeError("The first page has no account.");
  const { tables, rowCount, ...owner } = about;
  const lists = tables.map((table): [table: typeof table, parts: Blob[]] => [table, []]);
  for (let done = 0; ; page = await account.export.query({ cursor: page.nextCursor }, { signal })) {
    for (const [table, parts] of lists) {
      const rows = page.rows[table] ?? [];
      if (rows.length > 0) parts.push(new Blob([rows.map((row) => JSON.stringify(row)).join(",\n")]));
      done += rows.length;
    }
    onProgress({ done, total: rowCount });
    if (!page.nextCursor) break;
  }
  const head = JSON.stringify({ exportedAt, ...owner }).slice(0, -1);
  const body = lists.flatMap(([table, parts]) => [
    `,\n${JSON.stringify(table)}:[`,
    ...parts.flatMap((part, index) => (index > 0 ? [",\n", part] : [part])),
    "]",
  ]);
  return { content: new Blob([head, ...body, "}"], { type: "application/json" }), date: exportedAt.slice(0, 10) };
}

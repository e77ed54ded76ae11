import { useEffect, useRef, useState } from "react";
import { formatNumber } from "#web/components/figures/format-number.ts";
import { ProgressBar } from "#web/components/figures/progress-bar.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { download } from "#web/data/stores/download.ts";
import { useTRPCClient } from "#web/data/trpc.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { getAnswer } from "./data-answer.ts";
import { downloadExport, type ExportProgress } from "./export-file.ts";

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

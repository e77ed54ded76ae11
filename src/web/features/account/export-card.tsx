import { useTRPCClient } from "#web/client/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { answerOf } from "./data-answer.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { useAccountCall } from "./use-account-call.ts";

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
  const { account } = useTRPCClient();
  const download = useAccountCall(
    () => answerOf(account.export.query()),
    (_, { data }) => {
      if (data) saveFile(`fieldlocker-${data.exportedAt.slice(0, 10)}.json`, data);
    },
  );
  return (
    <div className="grid justify-items-start gap-3">
      <FormRefusal refusal={download.refusal} />
      <Button busy={download.busy} onClick={() => download.run(undefined)}>
        Export everything
      </Button>
    </div>
  );
}

function saveFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

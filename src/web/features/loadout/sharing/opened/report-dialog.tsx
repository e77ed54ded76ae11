import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { REPORT_LIMIT, type REPORT_REASONS } from "#domain/loadout/sharing/share.ts";
import { FieldFrame, INPUT_LOOK } from "#web/components/fields/field.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { getProblem } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";

type Reason = (typeof REPORT_REASONS)[number];

const REASONS: readonly { value: Reason; label: string }[] = [
  { value: "insulting", label: "It insults or threatens someone" },
  { value: "personal", label: "It contains personal data" },
  { value: "spam", label: "It is an advertisement" },
  { value: "other", label: "Something else" },
];

/** Reports a shared loadout to the operator. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState<Reason>("insulting");
  const [text, setText] = useState("");
  const report = useMutation(useTRPC().share.report.mutationOptions());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate({ id, reason, text });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Report this loadout"
      description="The operator of this site reads it and may take the loadout down."
    >
      {report.isSuccess ? (
        <div className="grid justify-items-start gap-4">
          <p role="status">Your report was received. Thank you.</p>
          <Button onClick={onClose}>Close</Button>
        </div>
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <NativeSelect label="What is wrong with it?" value={reason} choices={REASONS} onChange={setReason} />
          <FieldFrame label="Anything to add (optional)" hint={`Up to ${REPORT_LIMIT} characters.`}>
            {(tied) => (
              <textarea
                {...tied}
                rows={4}
                maxLength={REPORT_LIMIT}
                value={text}
                onChange={(event) => setText(event.target.value)}
                className={`${INPUT_LOOK} py-2`}
              />
            )}
          </FieldFrame>
          {report.isError && (
            <p role="alert" className="text-0 text-danger">
              {getProblem(report.error).text}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" kind="primary" busy={report.isPending}>
              Send the report
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

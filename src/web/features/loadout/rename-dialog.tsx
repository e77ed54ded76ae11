import { type FormEvent, useState } from "react";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { nameProblem } from "./editing.ts";

type RenameDialogProps = { name: string; onRename: (name: string) => void; onClose: () => void };

export function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(name);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nameProblem(typed)) onRename(typed.trim());
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename loadout">
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Name"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={LOADOUT_NAME_LIMIT}
          autoComplete="off"
          error={tried && nameProblem(typed)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

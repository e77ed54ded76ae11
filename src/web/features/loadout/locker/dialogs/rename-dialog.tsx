import { type FormEvent, useState } from "react";
import { Field } from "#web/components/fields/field.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { readText, useInterruptedInput } from "#web/data/interrupted-input.ts";

type RenameDialogProps = {
  /** Names the form among those that a sign-in may interrupt. */
  input: string;
  title: string;
  name: string;
  limit: number;
  /** What is wrong with a name; null when nothing is. */
  problemOf: (name: string) => string | null;
  /** The words on the button. */
  action: string;
  onRename: (name: string) => unknown;
  onClose: () => void;
};

/** Asks for a name: of a loadout or of a folder. */
export function RenameDialog({ input, title, name, limit, problemOf, action, onRename, onClose }: RenameDialogProps) {
  const { value: typed, set: setTyped, send } = useInterruptedInput(input, name, readText);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problemOf(typed)) send(onRename(typed.trim()));
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Name"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={limit}
          autoComplete="off"
          error={tried && problemOf(typed)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

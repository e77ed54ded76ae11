import { type FormEvent, useState } from "react";
import { LOADOUT_NOTE_LIMIT } from "#domain/loadout/limits.ts";
import type { Saved } from "#web/features/loadout/answers.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldFrame, INPUT_LOOK } from "#web/ui/field.tsx";
import { tagsIn, tagsProblem } from "./tags.ts";

type DetailsDialogProps = {
  saved: Saved;
  onSave: (words: Pick<Saved, "tags" | "note">) => void;
  onClose: () => void;
};

/** Tags and note of a loadout. */
export function DetailsDialog({ saved, onSave, onClose }: DetailsDialogProps) {
  const [tags, setTags] = useState(saved.tags.join(", "));
  const [note, setNote] = useState(saved.note);
  const problem = tagsProblem(tags);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem) onSave({ tags: tagsIn(tags), note: note.trim() });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Tags and note" description={saved.name}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Tags"
          hint="Words to find it by, with commas between."
          value={tags}
          onChange={(event) => setTags(event.target.value)}
          autoComplete="off"
          error={problem}
        />
        <FieldFrame label="Note" hint={`${note.length} of ${LOADOUT_NOTE_LIMIT} characters`}>
          {(tied) => (
            <textarea
              {...tied}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              maxLength={LOADOUT_NOTE_LIMIT}
              rows={6}
              className={`${INPUT_LOOK} py-2`}
            />
          )}
        </FieldFrame>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

import type { FormEvent } from "react";
import { LOADOUT_NOTE_LIMIT, TAG_LIMIT, TAGS_LIMIT } from "#domain/loadout/limits.ts";
import { Field, FieldFrame, INPUT_LOOK } from "#web/components/fields/field.tsx";
import { Dialog } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { readTexts, useInterruptedInput } from "#web/data/interrupted-input.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

type DetailsDialogProps = {
  saved: Saved;
  onSave: (words: Pick<Saved, "tags" | "note">) => unknown;
  onClose: () => void;
};

/** Tags and note of a loadout. */
export function DetailsDialog({ saved, onSave, onClose }: DetailsDialogProps) {
  const first = { tags: saved.tags.join(", "), note: saved.note };
  const input = useInterruptedInput(`details:${saved.id}`, first, readTexts(["tags", "note"]));
  const { tags, note } = input.value;
  const problem = tagsProblem(tags);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem) input.send(onSave({ tags: parseTags(tags), note: note.trim() }));
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Tags and note" description={saved.name}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Tags"
          hint="Words to find it by, separated by commas."
          value={tags}
          onChange={(event) => input.set({ tags: event.target.value, note })}
          autoComplete="off"
          error={problem}
        />
        <FieldFrame label="Note" hint={`${note.length} of ${LOADOUT_NOTE_LIMIT} characters`}>
          {(tied) => (
            <textarea
              {...tied}
              value={note}
              onChange={(event) => input.set({ tags, note: event.target.value })}
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

/** The tags of a typed list, in small letters, each once. */
const parseTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** What is wrong with a typed list of tags; null when nothing is. */
function tagsProblem(typed: string): string | null {
  const tags = parseTags(typed);
  if (tags.length > TAGS_LIMIT) return `Use at most ${TAGS_LIMIT} tags.`;
  const long = tags.find((tag) => tag.length > TAG_LIMIT);
  return long ? `A tag has at most ${TAG_LIMIT} characters; “${long}” has more.` : null;
}

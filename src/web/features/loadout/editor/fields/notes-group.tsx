import { type KeyboardEvent, useRef, useState } from "react";
import { LOADOUT_NOTE_LIMIT, TAG_LIMIT, TAGS_LIMIT } from "#domain/loadout/limits.ts";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import type { Change } from "#web/features/loadout/editor/history/use-history.ts";
import { FieldFrame, INPUT_CLASSES, TextArea } from "#web/ui/fields/field.tsx";
import { X } from "#web/ui/icons.tsx";
import { SlotGroup } from "./slot-field.tsx";

type NotesGroupProps = { content: LoadoutContent; change: Change };

/** The fields for the note and the tags of a loadout. */
export function NotesGroup({ content: { note, tags }, change }: NotesGroupProps) {
  return (
    <SlotGroup title={m.loadout_notes_and_tags()}>
      <TextArea
        label={m.loadout_notes()}
        hint={m.loadout_note_length({ count: note.length, limit: LOADOUT_NOTE_LIMIT })}
        rows={4}
        value={note}
        maxLength={LOADOUT_NOTE_LIMIT}
        onChange={(text) => change({ note: text }, { field: "note" })}
      />
      <TagField tags={tags} change={change} />
    </SlotGroup>
  );
}

function TagField({ tags, change }: { tags: readonly string[]; change: Change }) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const isFull = tags.length >= TAGS_LIMIT;
  const add = (text: string) => {
    setTyped("");
    change({ tags: withTags(tags, text) });
  };
  const remove = (tag: string) => {
    change({ tags: tags.filter((other) => other !== tag) });
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const last = tags.at(-1);
    if (event.key === "Enter") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
  };
  return (
    <div className="grid gap-2">
      <FieldFrame
        label={m.loadout_tags()}
        hint={isFull ? m.loadout_tags_full({ limit: TAGS_LIMIT }) : m.loadout_tags_keys()}
      >
        {(tied) => (
          <input
            {...tied}
            ref={input}
            value={typed}
            readOnly={isFull}
            maxLength={TAG_LIMIT * TAGS_LIMIT}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            onChange={({ target: { value } }) => (value.includes(",") ? add(value) : setTyped(value))}
            onBlur={() => typed !== "" && add(typed)}
            onKeyDown={press}
            className={INPUT_CLASSES}
          />
        )}
      </FieldFrame>
      {tags.length > 0 && <Chips tags={tags} onRemove={remove} />}
    </div>
  );
}

function Chips({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) {
  return (
    <ul aria-label={m.loadout_tags_of_this_loadout()} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="flex min-w-0 items-center rounded-1 bg-surface-3 pl-2 font-cond text-0 font-semibold">
          <span className="min-w-0 break-words">{tag}</span>
          <button
            type="button"
            aria-label={m.loadout_remove_tag({ tag })}
            onClick={() => onRemove(tag)}
            className="ml-1 inline-grid size-8 shrink-0 place-items-center rounded-1 hover:bg-surface-2 pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

// Parses typed tags: lower case, distinct, within the limits of the locker.

/** Returns the tags with the typed tags appended, which are separated by commas. Omits duplicates and tags above the limit. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const added = typed
    .split(",")
    .map((tag) => tag.trim().toLowerCase().slice(0, TAG_LIMIT).trim())
    .filter(Boolean);
  return [...new Set([...tags, ...added])].slice(0, TAGS_LIMIT);
}

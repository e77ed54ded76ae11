import { ChevronUp, X } from "lucide-react";
import {
  BOARD_LIMIT,
  BOARD_SLOT_TITLES,
  BOARD_SLOTS,
  type BoardSlot,
  CLASS_SLOT_TITLES,
} from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Combobox } from "#web/components/fields/combobox.tsx";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import { type EditorContext, getViolationsAt } from "#web/features/loadout/editor/editor-context.ts";
import { focusPlace, slotPlace, Violations } from "#web/features/loadout/editor/fields/slot-field.tsx";

type PlusBoardProps = { slot: "primary" | "sidearm"; loadout: Bf2042Loadout; context: EditorContext };

/** The parts a gun changes between in a match: four lists around a plus, the first of each mounted at the start. */
export function PlusBoard({ slot, loadout, context }: PlusBoardProps) {
  const { weaponId } = loadout[slot];
  if (weaponId === null) return null;
  const answer = context.answers.get(weaponId);
  if (!answer) return context.armoury.weapons.has(weaponId) ? <Skeleton label="Loading attachments" rows={3} /> : null;
  if (answer.game !== "bf2042" || !answer.attachments) {
    return <p className="text-0 text-ink-2">No source lists the attachments of this gun; it stays as issued.</p>;
  }
  const { options } = answer.attachments;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-cond text-0 font-semibold text-ink-2">
        {CLASS_SLOT_TITLES[slot]} Plus board, up to {BOARD_LIMIT} each
      </legend>
      <div className="grid gap-px bg-line-strong p-px sm:grid-cols-2 sm:p-0">
        {BOARD_SLOTS.map((boardSlot) => (
          <BoardList
            key={boardSlot}
            {...{ slot, boardSlot, loadout, context }}
            parts={options.filter((option) => option.slot === boardSlot)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type BoardListProps = PlusBoardProps & {
  boardSlot: BoardSlot;
  parts: readonly { id: string; name: string | null; isDefault: boolean }[];
};

function BoardList({ slot, boardSlot, parts, loadout, context }: BoardListProps) {
  const ids = loadout[slot].board[boardSlot];
  const title = BOARD_SLOT_TITLES[boardSlot];
  const getName = (id: string) => parts.find((part) => part.id === id)?.name ?? id;
  const place = slotPlace(slot, boardSlot);
  const put = (next: string[]) =>
    context.change({ ...loadout, [slot]: { ...loadout[slot], board: { ...loadout[slot].board, [boardSlot]: next } } });
  // The pressed button goes away with its part.
  const putAndStay = (next: string[]) => {
    put(next);
    focusPlace([place]);
  };
  const violations = getViolationsAt(context, slot, boardSlot);
  return (
    <div id={place} className="grid content-start gap-2 bg-surface-1 p-3">
      <h4 className="font-cond text-1 font-bold">{title}</h4>
      {ids.length === 0 && (
        <p className="text-0 text-ink-3">As issued{issuedName(parts) && `: ${issuedName(parts)}`}</p>
      )}
      <ol aria-label={`${title}s of the ${CLASS_SLOT_TITLES[slot].toLowerCase()}`} className="grid gap-1">
        {ids.map((id, at) => (
          <BoardPart
            key={id}
            name={getName(id)}
            isFirst={at === 0}
            onFirst={() => putAndStay([id, ...ids.filter((other) => other !== id)])}
            onRemove={() => putAndStay(ids.filter((other) => other !== id))}
          />
        ))}
      </ol>
      {ids.length < BOARD_LIMIT && parts.length > 0 && (
        <Combobox
          label={`Add ${title.toLowerCase()} to the ${CLASS_SLOT_TITLES[slot].toLowerCase()}`}
          value={null}
          placeholder="Choose"
          options={parts.map(({ id, name }) => ({
            value: id,
            label: name ?? "Without a name in the game",
            ...(ids.includes(id) && { disabled: true, note: "on the board" }),
          }))}
          onChange={(id) => put([...ids, id])}
        />
      )}
      {violations.length > 0 && (
        <p className="text-0 text-danger">
          <Violations violations={violations} context={context} />
        </p>
      )}
    </div>
  );
}

const issuedName = (parts: BoardListProps["parts"]): string | null =>
  parts.find(({ isDefault }) => isDefault)?.name ?? null;

type BoardPartProps = { name: string; isFirst: boolean; onFirst: () => void; onRemove: () => void };

function BoardPart({ name, isFirst, onFirst, onRemove }: BoardPartProps) {
  return (
    <li className="flex items-center gap-1 rounded-1 bg-surface-2 pl-3">
      <span className="min-w-0 grow font-cond text-1 font-semibold">
        {name}
        {isFirst && <span className="ml-2 text-00 font-normal text-ink-3">first</span>}
      </span>
      {!isFirst && (
        <IconButton label={`Make ${name} the first`} onClick={onFirst}>
          <ChevronUp aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
}

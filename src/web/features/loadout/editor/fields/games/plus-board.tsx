import type { ReactNode } from "react";
import { BOARD_LIMIT, type BoardSlot } from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { BOARD_SLOT_TITLES, CLASS_SLOT_TITLES } from "#messages/game/titles.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { type EditorContext, getViolationsAt } from "#web/features/loadout/editor/editor-context.ts";
import { boardEffects, type Choice } from "#web/features/loadout/editor/fields/choices.ts";
import {
  AddField,
  focusPlace,
  SlotIcon,
  slotPlace,
  Violations,
} from "#web/features/loadout/editor/fields/slot-field.tsx";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ChevronUp, X } from "#web/ui/icons.tsx";

type PlusBoardProps = { slot: "primary" | "sidearm"; loadout: Bf2042Loadout; context: EditorContext };

/** The slots as the game's own board has them, read from top to bottom. */
const CROSS = [
  ["sight", "@2xl:[grid-area:1/2]"],
  ["ammunition", "@2xl:[grid-area:2/1]"],
  ["barrel", "@2xl:[grid-area:2/3]"],
  ["underbarrel", "@2xl:[grid-area:3/2]"],
] as const satisfies readonly (readonly [BoardSlot, string])[];

/** The parts a gun changes between in a match: four lists around the gun, the first of each mounted at the start. */
export function PlusBoard({ slot, loadout, context }: PlusBoardProps) {
  const weaponChoice = loadout[slot];
  if (weaponChoice.weaponId === null) return null;
  const answer = context.answers.get(weaponChoice.weaponId);
  const isKnown = answer?.game === "bf2042" && answer.attachments !== null;
  const picture = (
    <CarriedSilhouette
      weapon={weaponChoice}
      className={`w-full self-center justify-self-center ${slot === "primary" ? "max-w-xl" : "max-w-60"} @2xl:[grid-area:2/2]`}
    />
  );
  if (!isKnown) {
    return <WithoutParts {...{ picture, weaponChoice, context }} isUnlisted={Boolean(answer)} />;
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-cond text-0 font-semibold text-ink-2">
        {m.loadout_plus_board({ slot: CLASS_SLOT_TITLES[slot], limit: BOARD_LIMIT })}
      </legend>
      <div className="grid gap-2 @xs:grid-cols-2 @2xl:grid-cols-[1fr_1.5fr_1fr]">
        <div className="grid @xs:col-span-2 @2xl:contents">{picture}</div>
        {CROSS.map(([boardSlot, area]) => (
          <BoardList key={boardSlot} {...{ slot, boardSlot, area, loadout, context, answer }} />
        ))}
      </div>
    </fieldset>
  );
}

type Answer = Extract<WeaponAnswer, { game: "bf2042" }>;
type BoardListProps = PlusBoardProps & { boardSlot: BoardSlot; area: string; answer: Answer };

const UNNAMED = m.loadout_without_a_name_in_the_game();

function BoardList({ slot, boardSlot, area, answer, loadout, context }: BoardListProps) {
  const weaponChoice = loadout[slot];
  const ids = weaponChoice.board[boardSlot];
  const parts = answer.attachments?.options.filter((option) => option.slot === boardSlot) ?? [];
  const getName = (id: string) => parts.find((part) => part.id === id)?.name ?? id;
  const place = slotPlace(slot, boardSlot);
  const mount = (next: string[]): Bf2042Loadout["primary"] => ({
    ...weaponChoice,
    board: { ...weaponChoice.board, [boardSlot]: next },
  });
  const hold = (next: string[]): Bf2042Loadout => ({ ...loadout, [slot]: mount(next) });
  // The pressed button goes away with its part.
  const putAndStay = (next: string[]) => {
    context.change(hold(next));
    focusPlace([place]);
  };
  const withFirst = (id: string) => [id, ...ids.filter((other) => other !== id)];
  const list = () =>
    parts.map(
      (part): Choice => ({
        id: part.id,
        name: part.name ?? UNNAMED,
        ...(part.isDefault && { detail: m.loadout_stock_detail() }),
        ...(ids.includes(part.id) && { unavailableReason: m.loadout_already_on_the_board() }),
        effects: boardEffects(
          context.shown.answers.get(answer.weapon.id),
          weaponChoice,
          mount(withFirst(part.id)),
          context.combat,
        ),
      }),
    );
  const violations = getViolationsAt(context, slot, boardSlot);
  const stock = parts.find(({ isDefault }) => isDefault)?.name;
  const present = getName(ids[0] ?? "") || stock;
  return (
    <div
      id={place}
      className={`grid min-w-0 content-start gap-1.5 rounded-1 border border-line bg-surface-2 p-2 ${area}`}
    >
      <h4 className="flex items-center gap-2 font-cond text-0 font-semibold text-ink-2">
        <SlotIcon name={boardSlot} />
        <span>{BOARD_SLOT_TITLES[boardSlot]}</span>
      </h4>
      {ids.length === 0 && (
        <p className="px-1 text-0 text-ink-2">{stock ? m.loadout_stock_is({ part: stock }) : m.common_stock()}</p>
      )}
      <ol aria-label={m.loadout_board_parts_of_gun({ slot: boardSlot, gun: slot })} className="grid gap-1">
        {ids.map((id, at) => (
          <BoardPart
            key={id}
            name={getName(id)}
            isFirst={at === 0}
            onFirst={() => putAndStay(withFirst(id))}
            onRemove={() => putAndStay(ids.filter((other) => other !== id))}
          />
        ))}
      </ol>
      {ids.length < BOARD_LIMIT && parts.length > 0 && (
        <AddField
          label={m.loadout_add_board_part_to_gun({ slot: boardSlot, gun: slot })}
          title={m.loadout_add_board_part({ slot: boardSlot })}
          list={list}
          choose={(id) => hold([...ids, id])}
          holds={(other, id) => other.game === "bf2042" && other[slot].board[boardSlot].includes(id)}
          context={context}
          comparison={present ? m.loadout_compared_with({ item: present }) : m.loadout_compared_with_the_stock_part()}
          preview={(id) => mount(withFirst(id))}
          // The last choice that fits takes the tile away.
          onAdded={() => ids.length === BOARD_LIMIT - 1 && focusPlace([place])}
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

type BoardPartProps = { name: string; isFirst: boolean; onFirst: () => void; onRemove: () => void };

function BoardPart({ name, isFirst, onFirst, onRemove }: BoardPartProps) {
  return (
    <li
      className={`flex flex-wrap items-center justify-end rounded-1 border-l-3 bg-surface-3 pl-2 ${isFirst ? "border-accent" : "border-transparent"}`}
    >
      <span className="min-w-20 flex-1 py-1 font-cond text-1 leading-tight font-semibold [overflow-wrap:anywhere]">
        <span>{name}</span>
        {isFirst && <span className="block text-00 font-normal text-ink-2">{m.loadout_default()}</span>}
      </span>
      <span className="flex">
        {!isFirst && (
          <IconButton label={m.loadout_make_part_the_first({ name })} onClick={onFirst}>
            <ChevronUp aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        <IconButton label={m.common_remove_name({ name })} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </li>
  );
}

type WithoutPartsProps = {
  picture: ReactNode;
  weaponChoice: { weaponId: string | null };
  context: EditorContext;
  isUnlisted: boolean;
};

/** A weapon whose attachments are still loading, or which no source lists. */
export function WithoutParts({ picture, weaponChoice: { weaponId }, context, isUnlisted }: WithoutPartsProps) {
  return (
    <>
      {picture}
      {!isUnlisted && weaponId !== null && context.armoury.weapons.has(weaponId) && (
        <Skeleton label={m.loadout_loading_attachments()} rows={3} />
      )}
      {isUnlisted && <p className="text-0 text-ink-2">{m.loadout_no_source_lists_attachments()}</p>}
    </>
  );
}

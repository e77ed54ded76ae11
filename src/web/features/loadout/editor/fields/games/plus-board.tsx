import type { ReactNode } from "react";
import { BOARD_LIMIT, type BoardSlot } from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { BOARD_SLOT_TITLES, CLASS_SLOT_TITLES } from "#messages/game/titles.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { type EditorContext, listSlotViolations } from "#web/features/loadout/editor/editor-context.ts";
import { type Choice, listBoardEffects } from "#web/features/loadout/editor/fields/choices.ts";
import {
  AddField,
  focusElement,
  getSlotElementId,
  SlotIcon,
  Violations,
} from "#web/features/loadout/editor/fields/slot-field.tsx";
import { getResponseBuild } from "#web/features/loadout/editor/figures/response-build.ts";
import { getResponseState, useReload } from "#web/features/loadout/editor/use-weapon-data.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ChevronUp, X } from "#web/ui/icons.tsx";

type PlusBoardProps = { slot: "primary" | "sidearm"; loadout: Bf2042Loadout; context: EditorContext };

/** The slots in the layout of the game's Plus board, from top to bottom. */
const CROSS = [
  ["sight", "@2xl:[grid-area:1/2]"],
  ["ammunition", "@2xl:[grid-area:2/1]"],
  ["barrel", "@2xl:[grid-area:2/3]"],
  ["underbarrel", "@2xl:[grid-area:3/2]"],
] as const satisfies readonly (readonly [BoardSlot, string])[];

/** The Plus board of a gun: four lists of parts to swap during a match. The first part of each list is mounted at the start. */
export function PlusBoard({ slot, loadout, context }: PlusBoardProps) {
  const weaponChoice = loadout[slot];
  if (weaponChoice.weaponId === null) return null;
  const response = context.responses.get(weaponChoice.weaponId);
  const isOpening = isOpeningWeapon(weaponChoice.weaponId, context);
  const picture = (
    <CarriedSilhouette
      weapon={weaponChoice}
      className={`w-full self-center justify-self-center ${slot === "primary" ? "max-w-xl" : "max-w-60"} @2xl:[grid-area:2/2]`}
    />
  );
  if (!isOpening && (response?.game !== "bf2042" || !response.attachments)) {
    return <WithoutParts {...{ picture, weaponChoice, context }} />;
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-cond text-0 font-semibold text-ink-2">
        {m.loadout_plus_board({ slot: CLASS_SLOT_TITLES[slot], limit: BOARD_LIMIT })}
      </legend>
      <div className="grid gap-2 @xs:grid-cols-2 @2xl:grid-cols-[1fr_1.5fr_1fr]">
        <div className={`grid @xs:col-span-2 @2xl:contents ${slot === "primary" ? "max-lg:hidden" : ""}`}>
          {picture}
        </div>
        {CROSS.map(([boardSlot, area]) =>
          response?.game === "bf2042" ? (
            <BoardList key={boardSlot} {...{ slot, boardSlot, area, loadout, context, response }} />
          ) : (
            <EmptyList key={boardSlot} {...{ boardSlot, area }} count={weaponChoice.board[boardSlot].length} />
          ),
        )}
      </div>
      {isOpening && (
        <p role="status" className="sr-only">
          {m.loadout_loading_attachments()}
        </p>
      )}
    </fieldset>
  );
}

type Bf2042Response = Extract<WeaponResponse, { game: "bf2042" }>;
type BoardListProps = PlusBoardProps & { boardSlot: BoardSlot; area: string; response: Bf2042Response };

const UNNAMED = m.loadout_without_a_name_in_the_game();

function BoardList({ slot, boardSlot, area, response, loadout, context }: BoardListProps) {
  const weaponChoice = loadout[slot];
  const ids = weaponChoice.board[boardSlot];
  const parts = response.attachments?.options.filter((option) => option.slot === boardSlot) ?? [];
  const getName = (id: string) => parts.find((part) => part.id === id)?.name ?? id;
  const place = getSlotElementId(slot, boardSlot);
  const createWeaponChoice = (next: string[]): Bf2042Loadout["primary"] => ({
    ...weaponChoice,
    board: { ...weaponChoice.board, [boardSlot]: next },
  });
  const createLoadout = (next: string[]): Bf2042Loadout => ({ ...loadout, [slot]: createWeaponChoice(next) });
  // The pressed button disappears with its part, so the focus must move.
  const changeAndFocus = (next: string[]) => {
    context.change(createLoadout(next));
    focusElement([place]);
  };
  const moveToFront = (id: string) => [id, ...ids.filter((other) => other !== id)];
  const list = (target: Target) => {
    const shown = context.shown.responses.get(response.weapon.id);
    const error = context.shown.failures.get(response.weapon.id);
    return parts.map((part): Choice => {
      const next = createWeaponChoice(moveToFront(part.id));
      return {
        id: part.id,
        name: part.name ?? UNNAMED,
        words: part.englishName,
        ...(part.isDefault && { detail: m.loadout_stock_detail() }),
        ...(ids.includes(part.id) && { unavailableReason: m.loadout_already_on_the_board() }),
        ...(shown
          ? { subject: getSubject(getResponseBuild(shown, next), target) }
          : { isLoading: error == null, error }),
        effects: listBoardEffects(shown, weaponChoice, next, target),
      };
    });
  };
  const violations = listSlotViolations(context, slot, boardSlot);
  const stock = parts.find(({ isDefault }) => isDefault)?.name;
  const present = getName(ids[0] ?? "") || stock;
  return (
    <div id={place} className={`${LIST} ${area}`}>
      <ListTitle boardSlot={boardSlot} />
      {ids.length === 0 && (
        <p className="px-1 text-0 text-ink-2">{stock ? m.loadout_stock_is({ part: stock }) : m.common_stock()}</p>
      )}
      <ol aria-label={m.loadout_board_parts_of_gun({ slot: boardSlot, gun: slot })} className="grid gap-1">
        {ids.map((id, index) => (
          <BoardPart
            key={id}
            name={getName(id)}
            isFirst={index === 0}
            onFirst={() => changeAndFocus(moveToFront(id))}
            onRemove={() => changeAndFocus(ids.filter((other) => other !== id))}
          />
        ))}
      </ol>
      {ids.length < BOARD_LIMIT && parts.length > 0 && (
        <AddField
          label={m.loadout_add_board_part_to_gun({ slot: boardSlot, gun: slot })}
          title={m.loadout_add_board_part({ slot: boardSlot })}
          list={list}
          choose={(id) => createLoadout([...ids, id])}
          holds={(other, id) => other.game === "bf2042" && other[slot].board[boardSlot].includes(id)}
          context={context}
          comparison={present ? m.loadout_compared_with({ item: present }) : m.loadout_compared_with_the_stock_part()}
          preview={(id) => createWeaponChoice(moveToFront(id))}
          // The tile disappears when the list is full, so the focus must move.
          onAdded={() => ids.length === BOARD_LIMIT - 1 && focusElement([place])}
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

const LIST = "grid min-w-0 content-start gap-1.5 rounded-1 border border-line bg-surface-2 p-2";

const ListTitle = ({ boardSlot }: { boardSlot: BoardSlot }) => (
  <h4 className="flex items-center gap-2 font-cond text-0 font-semibold text-ink-2">
    <SlotIcon name={boardSlot} />
    <span>{BOARD_SLOT_TITLES[boardSlot]}</span>
  </h4>
);

type EmptyListProps = { boardSlot: BoardSlot; area: string; count: number };

/** The place of a list whose parts are loading. */
const EmptyList = ({ boardSlot, area, count }: EmptyListProps) => (
  <div className={`${LIST} ${area}`}>
    <ListTitle boardSlot={boardSlot} />
    {count === 0 && (
      <p aria-hidden="true" className="px-1 text-0 text-ink-2">
        …
      </p>
    )}
    <div aria-hidden="true" className="grid gap-1">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <span key={row} className="h-12 rounded-1 bg-surface-3" />
      ))}
    </div>
    {count < BOARD_LIMIT && <span aria-hidden="true" className="min-h-11" />}
  </div>
);

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
};

/** A weapon whose attachments are loading or could not be loaded, or are listed by no source. */
export function WithoutParts({ picture, weaponChoice: { weaponId }, context }: WithoutPartsProps) {
  const state = weaponId === null ? "unlisted" : getResponseState(weaponId, context, context.armoury);
  const reload = useReload();
  return (
    <>
      {picture}
      {state !== "unlisted" && (
        // One line in all states, so that nothing moves when there are none.
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-0 text-ink-2">
          {PARTS_MISSING[state]}
          {state === "failed" && (
            <button type="button" onClick={reload} className="link min-h-6 text-accent pointer-coarse:min-h-11">
              {m.common_try_again()}
            </button>
          )}
        </p>
      )}
    </>
  );
}

const PARTS_MISSING = {
  loaded: m.loadout_no_source_lists_attachments(),
  loading: m.loadout_loading_attachments(),
  failed: m.loadout_attachments_not_loaded(),
} as const;

/** Whether the editor opens with this weapon, whose parts are loading. */
export const isOpeningWeapon = (weaponId: string | null, context: EditorContext): boolean =>
  context.isOpening && weaponId !== null && getResponseState(weaponId, context, context.armoury) === "loading";

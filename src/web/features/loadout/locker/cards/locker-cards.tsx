import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { GAMES, type GameId } from "#domain/game.ts";
import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { isFocusFree } from "#web/app/shell/page/view-heading.tsx";
import { listInterruptedForms } from "#web/data/offline/typed/interrupted-input.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getNameProblem } from "#web/features/loadout/editor/editing.ts";
import { type SavedLoadout, useLoadoutSearch, useWriteLoadouts } from "#web/features/loadout/loadout-search.ts";
import type { Sections } from "#web/features/loadout/locker/list/sections.ts";
import { DetailsDialog, MoveDialog, RenameDialog } from "#web/features/loadout/locker/locker-dialogs.tsx";
import type { Folders } from "#web/features/loadout/locker/use-folders.ts";
import type { LockerChanges } from "#web/features/loadout/locker/use-locker-changes.ts";
import { type ExportFormat, toFileLoadouts, useExport } from "#web/features/loadout/transfer/export-locker.ts";
import { useMissing } from "#web/features/loadout/unlocks.tsx";
import { useCardFigures } from "./card-figures.ts";
import { type CardAction, type Facts, type GameFacts, LoadoutCard } from "./loadout-card.tsx";
import { type Selection, SelectionBar } from "./selection-bar.tsx";

type LockerCardsProps = {
  game: GameId;
  sections: Sections;
  folders: Folders;
  selection: Selection;
  changes: LockerChanges;
  /** Called when a focused card has left the list. */
  onGone: () => void;
};

/** The cards of the listed loadouts, pinned loadouts first, with their actions and dialogs. */
export function LockerCards(props: LockerCardsProps) {
  const { game, sections, folders, selection, changes, onGone } = props;
  const search = useLoadoutSearch();
  const write = useWriteLoadouts(game);
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useOpenDialog(sections);
  const both = search.games === "both";
  const facts = useFacts(useMemo(() => (both ? (["bf2042", "bf4"] as const) : [game]), [both, game]));
  const folderNames = new Map(folders.folders.map(({ id, name }) => [id, name]));
  const drawn = useMemo(() => [...sections.pinned, ...sections.others], [sections]);
  const missing = useMissing(drawn);
  const figures = useCardFigures(useMemo(() => drawn.map(({ loadout }) => loadout), [drawn]));
  useReturnFocus();
  // A loadout opens on the page of its game.
  const step = ({ id, loadout }: SavedLoadout, to: { edit: string } | { diff: string }) => {
    storeOpenedCard(id);
    if (loadout.game === game) write(to, "push");
    else void navigate({ to: gamePath[loadout.game], search: { tab: "loadouts", ...to } });
  };
  const open = (saved: SavedLoadout) => step(saved, { edit: saved.id });
  const { exportLoadouts } = useExport("locker");
  const exportAll = (items: readonly SavedLoadout[], format: ExportFormat) =>
    exportLoadouts(() => toFileLoadouts(items, folderNames), format);
  const remove = async (items: readonly SavedLoadout[]) => {
    onGone();
    await changes.remove(items);
    // The menu that closed has returned the focus to the removed card.
    if (isFocusFree()) onGone();
  };
  const getCard = (saved: SavedLoadout, shown: readonly SavedLoadout[]) => (
    <LoadoutCard
      key={saved.id}
      saved={saved}
      facts={facts}
      figures={figures}
      folderName={folderNames.get(saved.folderId ?? "")}
      missing={missing.get(saved.id)}
      showsGame={both}
      problem={changes.problems[saved.id]}
      actions={getActions(saved, {
        shown,
        changes,
        isOwnOrder: search.order === "own",
        onOpen: () => open(saved),
        onAsk: (dialog) => setOpenDialog({ saved, dialog }),
        onCompare: () => step(saved, { diff: saved.id }),
        onShare: () => write({ ...search, share: saved.id }, "push"),
        onExport: () => void exportAll([saved], "json"),
        onRemove: () => remove([saved]),
      })}
      onOpen={() => open(saved)}
      selection={
        selection.isOn
          ? { isSelected: selection.items.includes(saved), onToggle: () => selection.toggle(saved.id) }
          : null
      }
    />
  );
  const { pinned, others } = sections;
  return (
    <>
      {pinned.length > 0 && (
        <Section title={m.loadout_pinned_loadouts()}>{pinned.map((saved) => getCard(saved, pinned))}</Section>
      )}
      {others.length > 0 && (
        <Section title={pinned.length > 0 ? m.loadout_others() : m.common_loadouts()}>
          {others.map((saved) => getCard(saved, others))}
        </Section>
      )}
      {selection.isOn && (
        <SelectionBar selection={selection} changes={changes} folders={folders} onExport={exportAll} />
      )}
      {openDialog && (
        <CardDialogs {...openDialog} changes={changes} folders={folders} onClose={() => setOpenDialog(null)} />
      )}
    </>
  );
}

type OpenDialog = { saved: SavedLoadout; dialog: CardDialog };

/** Returns the open dialog and its setter; initially the dialog with unsent input. */
function useOpenDialog({ pinned, others }: Sections) {
  const [interrupted] = useState(() => [
    ...listInterruptedForms("rename:").map((id) => ({ id, dialog: "rename" as const })),
    ...listInterruptedForms("details:").map((id) => ({ id, dialog: "details" as const })),
  ]);
  const [requested, setRequested] = useState<OpenDialog | null>();
  const again = interrupted.flatMap(({ id, dialog }): OpenDialog[] => {
    const saved = [...pinned, ...others].find((each) => each.id === id);
    return saved ? [{ saved, dialog }] : [];
  });
  return [requested === undefined ? (again[0] ?? null) : requested, setRequested] as const;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-1 text-ink-2">{title}</h3>
      <ul aria-label={title} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {children}
      </ul>
    </section>
  );
}

type CardDialogsProps = {
  saved: SavedLoadout;
  dialog: CardDialog;
  changes: LockerChanges;
  folders: Folders;
  onClose: () => void;
};

function CardDialogs({ saved, dialog, changes, folders, onClose }: CardDialogsProps) {
  const closeAndRun = (work: () => unknown) => {
    onClose();
    return work();
  };
  if (dialog === "details") {
    return (
      <DetailsDialog
        saved={saved}
        onClose={onClose}
        onSave={(texts) => closeAndRun(() => changes.write(saved, texts))}
      />
    );
  }
  if (dialog === "folder") {
    return (
      <MoveDialog
        items={[saved]}
        folders={folders}
        onClose={onClose}
        onMove={(folder) => closeAndRun(() => changes.moveTo([saved], folder))}
      />
    );
  }
  return (
    <RenameDialog
      formKey={`rename:${saved.id}`}
      title={m.loadout_rename_loadout()}
      name={saved.name}
      limit={LOADOUT_NAME_LIMIT}
      problemOf={getNameProblem}
      action={m.common_rename()}
      onClose={onClose}
      onRename={(name) => closeAndRun(() => changes.write(saved, { name }))}
    />
  );
}

type CardDialog = "rename" | "details" | "folder";

type CardActions = {
  /** The shown loadouts of the card's section. */
  shown: readonly SavedLoadout[];
  changes: LockerChanges;
  isOwnOrder: boolean;
  onOpen: () => void;
  onAsk: (dialog: CardDialog) => void;
  onCompare: () => void;
  onShare: () => void;
  onExport: () => void;
  onRemove: () => void;
};

/** Returns the menu items of a card in their order. `key` is the keyboard shortcut on a focused card. */
function getActions(saved: SavedLoadout, actions: CardActions): readonly CardAction[] {
  const { shown, changes, isOwnOrder, onAsk } = actions;
  const { pinnedAt } = saved;
  const index = shown.indexOf(saved);
  const step = (label: string, way: "up" | "down" | "top") => ({
    label,
    onSelect: () => void changes.step(shown, saved, way),
  });
  return [
    { label: m.loadout_edit(), onSelect: actions.onOpen, key: "e" },
    { label: m.loadout_menu_rename(), onSelect: () => onAsk("rename") },
    { label: m.loadout_duplicate(), onSelect: () => void changes.duplicate(saved), key: "d" },
    { label: pinnedAt ? m.loadout_unpin() : m.loadout_pin(), onSelect: () => void changes.pin([saved], !pinnedAt) },
    { label: m.loadout_menu_move_to_folder(), onSelect: () => onAsk("folder") },
    ...(isOwnOrder && index > 0 ? [step(m.loadout_move_up(), "up"), step(m.loadout_move_to_top(), "top")] : []),
    ...(isOwnOrder && index < shown.length - 1 ? [step(m.loadout_move_down(), "down")] : []),
    { label: m.loadout_menu_tags_and_note(), onSelect: () => onAsk("details") },
    { label: m.common_compare(), onSelect: actions.onCompare },
    { label: m.common_share_2(), onSelect: actions.onShare, key: "s" },
    { label: m.common_export(), onSelect: actions.onExport },
    { label: m.loadout_delete(), onSelect: actions.onRemove, key: "Delete", danger: true },
  ];
}

let openedCardId: string | null = null;

/** Stores the card from which the editor was opened. */
function storeOpenedCard(id: string): void {
  openedCardId = id;
}

/** Focuses the card from which the user left the list, if it still exists and no control has the focus. */
function useReturnFocus(): void {
  useEffect(() => {
    if (openedCardId === null) return;
    const link = document.getElementById(`loadout-${openedCardId}`)?.querySelector("a");
    openedCardId = null;
    if (isFocusFree()) link?.focus();
  }, []);
}

const UNKNOWN: GameFacts = { weapons: new Map(), combat: null, vehicles: new Map() };

/** Loads the data that the cards of these games show; empty while loading. */
function useFacts(games: readonly GameId[]): Facts {
  const trpc = useTRPC();
  const hasBf4 = games.includes("bf4");
  const vehicles = useVehicles(hasBf4 ? "bf4" : "bf2042");
  const lists = useQueries({
    queries: GAMES.map((game) => ({ ...trpc.arsenal.list.queryOptions({ game }), enabled: games.includes(game) })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const [bf2042, bf4] = lists.map((list): GameFacts => {
      if (!list) return UNKNOWN;
      const weapons = new Map(list.weapons.map((weapon) => [weapon.id, weapon]));
      return { weapons, combat: list.combat, vehicles: UNKNOWN.vehicles };
    });
    const vehiclesById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
    return { bf2042: bf2042 ?? UNKNOWN, bf4: { ...(bf4 ?? UNKNOWN), vehicles: vehiclesById } };
  }, [lists, vehicles]);
}

const NONE: readonly VehicleClass[] = [];

/** Returns the vehicle classes of a game; empty for Battlefield 2042 and while loading. */
export function useVehicles(game: GameId): readonly VehicleClass[] {
  const { data } = useQuery({ ...useTRPC().arsenal.equipment.queryOptions({ game }), enabled: game === "bf4" });
  return data?.game === "bf4" ? data.vehicleLoadouts : NONE;
}

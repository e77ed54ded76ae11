import { type KeyboardEvent, type ReactNode, useMemo } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { type Figures, getLoadoutHeadlines, HEADLINE_RANGES_M, type Headline } from "#domain/loadout/build.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { getRecord, listChangedWeapons } from "#domain/loadout/record.ts";
import { m } from "#messages";
import { formatDay } from "#messages/format.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { MutationProblem } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { listTouchedIds, useOutbox } from "#web/data/offline/pending.ts";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import { areLetterShortcutsEnabled } from "#web/data/stores/shortcuts.ts";
import { getKitGlyph } from "#web/features/loadout/glyphs.ts";
import { LoadoutPicture } from "#web/features/loadout/loadout-picture.tsx";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { StepLink } from "#web/features/loadout/step-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { Glyph, type GlyphName } from "#web/ui/glyph.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { CloudOff, Ellipsis, Folder, History, NotebookText, Pin } from "#web/ui/icons.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import type { CardFigures } from "./card-figures.ts";

export type CardAction = { label: string; onSelect: () => void; key?: string; danger?: boolean };

type LoadoutCardProps = {
  saved: SavedLoadout;
  facts: Facts;
  figures: CardFigures;
  folderName: string | undefined;
  /** The number of unlocks that the chosen soldier lacks. */
  missing: number | undefined;
  /** Whether the card shows its game, as loadouts of both games are listed. */
  showsGame: boolean;
  /** The error of the last action on this card. */
  problem: MutationError | undefined;
  actions: readonly CardAction[];
  onOpen: () => void;
  /** The card's state in selection mode; null outside of it. */
  selection: { isSelected: boolean; onToggle: () => void } | null;
};

/** A loadout of the locker. The whole card opens it; further actions are in its menu and on single keys. */
export function LoadoutCard(props: LoadoutCardProps) {
  const { saved, facts, figures, showsGame, missing, problem, onOpen, selection } = props;
  const isReadOnly = useReadOnly();
  const actions = isReadOnly ? [] : props.actions;
  const { id, name, loadout } = saved;
  const { game } = loadout;
  const { glyph, title } = getOwner(loadout, facts[game].vehicles);
  const keys = actions.flatMap(({ key }) => (key && isOn(key) ? key : []));
  return (
    <li
      id={`loadout-${id}`}
      className="panel relative grid content-start gap-3 p-4 hover:border-line-strong has-checked:border-accent has-[a:hover]:border-accent-line"
    >
      <div className="flex items-start gap-3">
        {glyph && <Glyph name={glyph} className="mt-1 size-7 text-accent" />}
        <div className="min-w-0 grow">
          <h4 className="text-3 leading-tight break-words">
            {selection ? (
              <Selector name={name} {...selection} />
            ) : (
              <StepLink
                href={`${gamePath[game]}?tab=loadouts&edit=${id}`}
                onStep={onOpen}
                keys={keys}
                onKeyDown={(event) => press(event, actions)}
                className="after:absolute after:inset-0"
              >
                {name}
              </StepLink>
            )}
          </h4>
          <p className="mt-1 flex flex-wrap gap-1.5">
            <Badge>{title}</Badge>
            {showsGame && <Badge>{GAME_TITLES[game]}</Badge>}
            {missing !== undefined && <Badge>{m.loadout_unlocks_missing({ count: missing })}</Badge>}
          </p>
        </div>
        {!selection && !isReadOnly && (
          <Menu
            trigger={
              <IconButton label={m.loadout_actions_for_loadout({ name })} className="relative">
                <Ellipsis aria-hidden="true" className="size-5" />
              </IconButton>
            }
            items={actions}
          />
        )}
      </div>
      <CardFace saved={saved} facts={facts[game]} figures={figures[game]} />
      <Marks {...props} />
      <MutationProblem problem={problem} className="relative" />
    </li>
  );
}

function Selector({ name, isSelected, onToggle }: { name: string; isSelected: boolean; onToggle: () => void }) {
  return (
    <label className="flex cursor-pointer items-start gap-2 after:absolute after:inset-0">
      <input
        type="checkbox"
        checked={isSelected}
        onChange={onToggle}
        className="relative z-1 mt-0.5 size-5 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0">{name}</span>
    </label>
  );
}

/** The marks of a card: pending changes, changed figures, pin, folder, note and tags. */
function Marks({ saved: { id, pinnedAt, note, tags, loadout }, folderName, facts, figures }: LoadoutCardProps) {
  const isWaiting = useOutbox().pendingMutations.some((each) => listTouchedIds(each).includes(id));
  const { weapons } = facts[loadout.game];
  const changedIds = useMemo(() => getChangedIds(loadout, figures), [loadout, figures]);
  const hasChanged = changedIds.length > 0;
  if (!isWaiting && !hasChanged && pinnedAt === null && !note && !folderName && tags.length === 0) return null;
  return (
    <ul aria-label={m.loadout_marks()} className="flex flex-wrap gap-x-3 gap-y-1 text-00 text-ink-2">
      {isWaiting && <Mark icon={<CloudOff aria-hidden="true" className="size-3.5" />}>{m.loadout_not_sent_yet()}</Mark>}
      {hasChanged && (
        <Mark icon={<History aria-hidden="true" className="size-3.5" />}>
          {m.loadout_figures_changed_of({
            weapons: changedIds.map((changedId) => weapons.get(changedId)?.name).join(", "),
          })}
        </Mark>
      )}
      {pinnedAt !== null && <Mark icon={<Pin aria-hidden="true" className="size-3.5" />}>{m.loadout_pinned()}</Mark>}
      {folderName && <Mark icon={<Folder aria-hidden="true" className="size-3.5" />}>{folderName}</Mark>}
      {note && <Mark icon={<NotebookText aria-hidden="true" className="size-3.5" />}>{m.loadout_note()}</Mark>}
      {tags.map((tag) => (
        <Mark key={tag} icon={<span aria-hidden="true">#</span>}>
          {tag}
        </Mark>
      ))}
    </ul>
  );
}

/** Returns the guns whose figures have changed since the loadout was saved; empty until both records are loaded. */
function getChangedIds(loadout: Loadout, { bf2042: shown, records }: CardFigures): readonly string[] {
  const record = getRecord(loadout);
  const recorded = record && records.get(record);
  return shown && recorded ? listChangedWeapons(loadout, shown, recorded) : [];
}

const Mark = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="inline-flex max-w-full items-center gap-1 break-all">
    {icon}
    <span>{children}</span>
  </li>
);

/** Runs the action of a single key. */
function press(event: KeyboardEvent, actions: readonly CardAction[]) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions.find(({ key }) => key?.toLowerCase() === event.key.toLowerCase());
  if (!action?.key || !isOn(action.key)) return;
  event.preventDefault();
  action.onSelect();
}

/** Whether the key is active. Single letters can be switched off, named keys cannot. */
const isOn = (key: string): boolean => key.length > 1 || areLetterShortcutsEnabled();

type CardFaceProps = { saved: SavedLoadout; facts: GameFacts; figures: Figures | undefined };

/** The loadout's main items, its times to kill, and the date of its last change. */
function CardFace({ saved: { loadout, updatedAt }, facts, figures }: CardFaceProps) {
  return (
    <>
      <LoadoutPicture
        loadout={loadout}
        vehicle="w-full max-w-44 text-ink-2"
        weapon="-my-1 w-full max-w-56 text-ink-2"
      />
      {isVehicleLoadout(loadout) ? (
        <p className="font-cond text-1">{getMounted(loadout, facts.vehicles)}</p>
      ) : (
        <SoldierLines loadout={loadout} facts={facts} figures={figures} />
      )}
      <p className="text-00 text-ink-3">
        <MarkupText
          message={m.loadout_updated}
          inputs={{ day: formatDay(updatedAt) }}
          markup={{
            time: ({ children }) => (
              <time dateTime={updatedAt} className="font-semibold">
                {children}
              </time>
            ),
          }}
        />
      </p>
    </>
  );
}

type SoldierLinesProps = Omit<CardFaceProps, "saved"> & { loadout: SoldierLoadout };

function SoldierLines({ loadout, facts: { weapons, combat }, figures }: SoldierLinesProps) {
  const headlines = useMemo(
    () => (figures && combat ? getLoadoutHeadlines(loadout, { ...figures, combat }) : null),
    [loadout, figures, combat],
  );
  const primary = weapons.get(loadout.primary.weaponId ?? "");
  return (
    <>
      <p className="font-cond text-1">
        <b>{primary?.name ?? m.loadout_no_primary()}</b>
        <span className="text-ink-2">
          {`${m.common_dot()}${weapons.get(loadout.sidearm.weaponId ?? "")?.name ?? m.loadout_no_sidearm()}`}
        </span>
      </p>
      <HeadlineTimes headlines={headlines} />
    </>
  );
}

/** A placeholder that reserves space for a value that is loading. */
const ROOM = "\u00A0";
const EXPECTED = HEADLINE_RANGES_M.map((rangeM) => ({ rangeM, value: ROOM }));

/** The times to kill with the primary weapon; null for times that are loading. */
export function HeadlineTimes({ headlines }: { headlines: readonly Headline[] | null }) {
  const figures = headlines?.map(({ rangeM, ttkMs, isMinimum }) => ({
    rangeM,
    value: ttkMs === null ? null : formatTtk(ttkMs, isMinimum),
  }));
  return (
    <dl className="grid max-w-md grid-cols-3 gap-3 border-t border-line pt-2">
      {(figures ?? EXPECTED).map(({ rangeM, value }) => (
        <Stat key={rangeM} label={m.loadout_ttk_range({ range: rangeM })} value={value} />
      ))}
    </dl>
  );
}

// The data that a card shows.

/** The data of a game by id; empty while loading. */
export type GameFacts = {
  weapons: ReadonlyMap<string, WeaponSummary>;
  /** Null while loading. */
  combat: Combat | null;
  vehicles: ReadonlyMap<string, VehicleClass>;
};

export type Facts = Readonly<Record<GameId, GameFacts>>;

/** Returns the title and glyph of a loadout's kit, class or vehicle class. A vehicle has no glyph, as it is drawn. */
function getOwner(loadout: Loadout, vehicles: GameFacts["vehicles"]): { glyph: GlyphName | null; title: string } {
  if (isVehicleLoadout(loadout)) {
    const { vehicleClassId } = loadout;
    return { glyph: null, title: vehicles.get(vehicleClassId)?.name ?? m.loadout_vehicle() };
  }
  const kit = loadout.game === "bf4" ? loadout.kitId : loadout.classId;
  return { glyph: getKitGlyph(loadout.game, kit), title: KIT_TITLES[kit] };
}

/** Returns the names of a vehicle's first two parts. */
function getMounted(loadout: VehicleLoadout, vehicles: GameFacts["vehicles"]): string {
  const [primary, secondary] = vehicles.get(loadout.vehicleClassId)?.slots ?? [];
  const names = [primary, secondary].flatMap((place) => {
    const mountedId = place && (loadout.parts[place.slot] ?? place.options[0]?.id);
    return place?.options.find(({ id }) => id === mountedId)?.name ?? [];
  });
  return names.join(m.common_dot());
}

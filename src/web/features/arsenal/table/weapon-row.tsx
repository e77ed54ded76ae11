import { type ComponentProps, memo, useLayoutEffect, useRef } from "react";
import type { AtRange } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { CHART_RANGE_M, getTimeLine } from "#domain/weapons/lethality/kill-line.ts";
import { m } from "#messages";
import { formatPatch, getTrust } from "#messages/game/figure-words.ts";
import { formatReading } from "#messages/game/figures.ts";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { classOfOne } from "#web/features/arsenal/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { TrustMark } from "#web/ui/figures/trust-mark.tsx";
import { type ColumnKey, type FigureColumn, getColumnTitle, isOwnColumn } from "./columns.ts";
import { getRowSubject, type OwnFigures } from "./row-figures.ts";
import type { RowHandlers } from "./row-keys.ts";

type WeaponRowProps = AtRange & {
  weapon: ListedWeapon;
  own: OwnFigures | null;
  hasFasterBullet: boolean;
  /** What is shot at, from any range. */
  aim: Omit<Target, "rangeM">;
  columns: readonly ColumnKey[];
  /** The one row in the tab order. */
  isTabStop: boolean;
  /** Otherwise only its space is reserved. */
  isDrawn: boolean;
  /** "later": on the page for its search and for arrow keys, but shown only on request. */
  presence: "shown" | "later" | "hidden";
  isCompared: boolean;
  /** Null while drawings load. */
  drawing: ComponentProps<typeof Silhouette>["drawing"];
  handlers: RowHandlers;
};

export const rowLinkId = (weaponId: string): string => `weapon-${weaponId}`;

/** One weapon: a row of the table, or a card. Plain values as props, so that a row nothing changed in is left alone. */
export const WeaponRow = memo(function WeaponRow(props: WeaponRowProps) {
  const { columns, isTabStop, isDrawn, presence, isCompared, drawing, handlers, aim, hasFasterBullet, ...row } = props;
  const frame = useRef<HTMLTableRowElement>(null);
  // The library knows this attribute as a flag only.
  useLayoutEffect(() => {
    if (presence === "later") frame.current?.setAttribute("hidden", "until-found");
    else if (presence === "shown") frame.current?.removeAttribute("hidden");
  }, [presence]);
  if (!isDrawn) return <tr ref={frame} hidden={presence === "hidden"} className="figure-columns" />;
  return (
    <tr ref={frame} hidden={presence === "hidden"} className="figure-columns">
      {columns.map((key) => {
        if (key === "name")
          return (
            <WeaponName
              key={key}
              weapon={row.weapon}
              isTabStop={isTabStop}
              isCompared={isCompared}
              drawing={drawing}
              handlers={handlers}
            />
          );
        if (key === "unlocked") return <Unlocked key={key} own={row.own} />;
        if (key === "strip")
          return presence === "hidden" ? <td key={key} /> : <Strip key={key} weapon={row.weapon} aim={aim} />;
        if (key === "class" || key === "source") return <Fact key={key} column={key} weapon={row.weapon} />;
        const note = key === "ttk" && hasFasterBullet ? m.arsenal_faster_bullet() : null;
        return <Cell key={key} column={key} text={formatReading(key, getRowSubject(row))} note={note} />;
      })}
    </tr>
  );
});

type WeaponNameProps = Pick<WeaponRowProps, "weapon" | "isTabStop" | "isCompared" | "drawing" | "handlers">;

const WeaponName = memo(function WeaponName({ weapon, isTabStop, isCompared, drawing, handlers }: WeaponNameProps) {
  return (
    <th scope="row" className="wide">
      <span className="flex items-center gap-2">
        <Silhouette drawing={drawing} className="w-20 shrink-0 text-ink-2 cards:w-24 rows:max-lg:w-14" />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <a
            id={rowLinkId(weapon.id)}
            data-weapon={weapon.id}
            href={`?item=${weapon.id}`}
            tabIndex={isTabStop ? 0 : -1}
            aria-haspopup="dialog"
            aria-keyshortcuts="c"
            onClick={handlers.onClick}
            onKeyDown={handlers.onKeyDown}
            onFocus={handlers.onFocus}
            onPointerDown={handlers.onPointerDown}
            onPointerUp={handlers.onPointerEnd}
            onPointerCancel={handlers.onPointerEnd}
            onContextMenu={handlers.onContextMenu}
          >
            {weapon.name}
          </a>
          {weapon.disagree && (
            <span title={m.arsenal_sources_differ()} className="text-00 leading-tight text-warn">
              <span className="rows:sr-only">{m.arsenal_sources_differ_mark()}</span>
              <span aria-hidden="true" className="hidden rows:inline">
                ≠
              </span>
            </span>
          )}
        </span>
        <button
          type="button"
          data-compare={weapon.id}
          aria-label={m.arsenal_compare_name({ name: weapon.name })}
          aria-pressed={isCompared}
          tabIndex={isTabStop ? 0 : -1}
          onClick={handlers.onCompare}
          className={classes(
            "relative z-1 ml-auto grid size-7 shrink-0 place-items-center rounded-1 border text-4 leading-none pointer-coarse:size-11",
            isCompared
              ? "border-accent bg-tint text-accent"
              : "border-line text-ink-3 hover:border-line-strong hover:text-ink",
          )}
        >
          <span aria-hidden="true">{isCompared ? "✓" : "+"}</span>
        </button>
      </span>
    </th>
  );
});

type FactProps = { column: "class" | "source"; weapon: ListedWeapon };

/** What no slider and no switch changes, other than by a number. */
const Fact = memo(function Fact({ column, weapon }: FactProps) {
  if (column === "class")
    return (
      <td className="text-0 leading-tight text-ink-2 cards:col-span-2 cards:not-has-[+td>svg]:col-span-full">
        {formatPlace(weapon)}
      </td>
    );
  const { source } = weapon;
  return (
    <td className="text-00 text-ink-3 cards:col-span-2 cards:self-end">
      <span className="flex items-center gap-1.5 font-cond font-semibold whitespace-nowrap">
        {source ? <TrustMark trust={getTrust(source.grade)} text={formatPatch(source)} /> : <Unknown />}
      </span>
    </td>
  );
});

function formatPlace({ class: weaponClass, availability, era }: ListedWeapon): string {
  const title = classOfOne(weaponClass);
  if (availability === "map") return `${title}${m.common_dot()}${m.arsenal_map_pickup()}`;
  if (availability === "portal")
    return `${title}${m.common_dot()}${era ? m.arsenal_portal_era({ era }) : m.arsenal_portal()}`;
  return title;
}

/** What the range and the target change. */
const STRONG: readonly ColumnKey[] = ["damageAt", "shots", "ttk"];

type CellProps = { column: FigureColumn; text: string | null; note: string | null };

const Cell = memo(function Cell({ column, text, note }: CellProps) {
  return (
    <td
      data-label={getColumnTitle(column)}
      className={STRONG.includes(column) ? "font-bold rows:whitespace-nowrap cards:text-2" : "text-0 text-ink-2"}
    >
      {text ?? <Unknown isOwn={isOwnColumn(column)} />}
      {note && <span className="block text-00 font-normal text-ink-2 rows:whitespace-normal">{note}</span>}
    </td>
  );
});

const Unlocked = memo(function Unlocked({ own }: { own: OwnFigures | null }) {
  const isLocked = own?.unlocked === false;
  return (
    <td data-label={getColumnTitle("unlocked")} className={isLocked ? "text-0 text-ink" : "text-0 text-ink-2"}>
      {own?.unlocked == null ? (
        <Unknown isOwn />
      ) : isLocked ? (
        (own.left ?? m.arsenal_unlocked_no())
      ) : (
        m.arsenal_unlocked_yes()
      )}
    </td>
  );
});

/** Stands where no public source gives a figure, or none of the player's snapshots. */
function Unknown({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        —
      </span>
      <span className="sr-only">{isOwn ? m.arsenal_not_known_of_your_soldier() : m.arsenal_no_public_figure()}</span>
    </>
  );
}

type StripProps = { weapon: ListedWeapon; aim: Omit<Target, "rangeM"> };

/** Time to kill from 0 m to 150 m: the fuller the colour, the faster. Decorative beside the figures. */
const Strip = memo(function Strip({ weapon, aim }: StripProps) {
  const line = getTimeLine(weapon, aim);
  return (
    <td className="cards:empty:hidden">
      {line.some(({ ms }) => ms !== null) && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${CHART_RANGE_M} 1`}
          preserveAspectRatio="none"
          className="h-4 w-full max-w-20 shrink-0 rounded-1 bg-surface-3 fill-accent"
        >
          {line.map(({ fromM, ms }, at) => (
            <rect
              key={fromM}
              x={fromM}
              width={(line[at + 1]?.fromM ?? CHART_RANGE_M) - fromM}
              height={1}
              opacity={ms ? getFullness(ms.mean) : 0}
            />
          ))}
        </svg>
      )}
    </td>
  );
});

/** Milliseconds of the fullest colour, and of none. */
const FASTEST_MS = 150;
const SLOWEST_MS = 3000;

/** 1 to 0 by the logarithm of the time, so that a tenth faster looks alike everywhere. */
function getFullness(ms: number): number {
  const share = Math.log(SLOWEST_MS / Math.max(ms, FASTEST_MS)) / Math.log(SLOWEST_MS / FASTEST_MS);
  return Math.round(Math.max(0, share) * 100) / 100;
}

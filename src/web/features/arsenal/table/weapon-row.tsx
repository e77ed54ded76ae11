import { type ComponentProps, memo } from "react";
import type { AtRange } from "#domain/weapons/figures.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatPatch, getTrust } from "#messages/game/figure-words.ts";
import { formatReading } from "#messages/game/figures.ts";
import { TtkStrip } from "#web/data/ttk-strip.tsx";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { getSingularClassTitle } from "#web/features/arsenal/words.ts";
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
  /** The target, without its range. */
  aim: Omit<Target, "rangeM">;
  columns: readonly ColumnKey[];
  /** Whether this row is in the tab order; only one row is. */
  isTabStop: boolean;
  /** Whether the content is rendered; if not, only its space is reserved. */
  isDrawn: boolean;
  isHidden: boolean;
  isCompared: boolean;
  /** Null while the drawings load. */
  drawing: ComponentProps<typeof Silhouette>["drawing"];
  handlers: RowHandlers;
};

export const rowLinkId = (weaponId: string): string => `weapon-${weaponId}`;

/** Renders a weapon as a row, a line or a card. The props are plain values, so that `memo` skips a row without changes. */
export const WeaponRow = memo(function WeaponRow(props: WeaponRowProps) {
  const { columns, isTabStop, isDrawn, isHidden, isCompared, drawing, handlers, aim, hasFasterBullet, ...row } = props;
  if (!isDrawn) return <tr hidden={isHidden} className="figure-columns" />;
  return (
    <tr hidden={isHidden} className="figure-columns">
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
          return (
            <td key={key} aria-hidden="true" className="cards:empty:hidden">
              {!isHidden && <Strip weapon={row.weapon} aim={aim} className={STRIP} />}
            </td>
          );
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
    <th scope="row" aria-labelledby={rowLinkId(weapon.id)} className="wide">
      <span className="flex items-center gap-2">
        <Silhouette
          drawing={drawing}
          className="w-20 shrink-0 text-ink-2 cards:w-24 rows:max-lg:w-14 lines:absolute lines:top-1/2 lines:left-0 lines:w-(--drawing) lines:-translate-y-1/2"
        />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <a
            id={rowLinkId(weapon.id)}
            data-weapon={weapon.id}
            href={`?item=${weapon.id}`}
            tabIndex={isTabStop ? 0 : -1}
            data-first-row={isTabStop || undefined}
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
              <span className="rows:sr-only lines:sr-only">{m.arsenal_sources_differ_mark()}</span>
              <span aria-hidden="true" className="cards:hidden">
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
            "relative z-1 ml-auto grid size-7 shrink-0 place-items-center rounded-1 border text-4 leading-none pointer-coarse:size-11 lines:absolute lines:top-1/2 lines:right-0 lines:-translate-y-1/2",
            isCompared
              ? "border-accent bg-tint text-accent"
              : "border-line lines:border-transparent text-ink-3 hover:border-line-strong hover:text-ink",
          )}
        >
          <span aria-hidden="true">{isCompared ? "✓" : "+"}</span>
        </button>
      </span>
    </th>
  );
});

type FactProps = { column: "class" | "source"; weapon: ListedWeapon };

/** A cell that the range and the target do not change. */
const Fact = memo(function Fact({ column, weapon }: FactProps) {
  if (column === "class")
    return (
      <td className="font-cond text-0 leading-tight hyphens-auto text-ink-2 cards:col-span-2 cards:not-has-[+td>svg]:col-span-full lines:text-00">
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
  const title = getSingularClassTitle(weaponClass);
  if (availability === "map") return `${title}${m.common_dot()}${m.arsenal_map_pickup()}`;
  if (availability === "portal")
    return `${title}${m.common_dot()}${era ? m.arsenal_portal_era({ era }) : m.arsenal_portal()}`;
  return title;
}

const Strip = memo(TtkStrip);
const STRIP = "h-4 w-full max-w-20 shrink-0 lines:h-2 lines:max-w-none";

/** What the range and the target change. */
const STRONG: readonly ColumnKey[] = ["damageAt", "shots", "ttk"];

type CellProps = { column: FigureColumn; text: string | null; note: string | null };

const Cell = memo(function Cell({ column, text, note }: CellProps) {
  return (
    <td
      data-label={getColumnTitle(column)}
      className={classes(
        STRONG.includes(column) ? "font-bold rows:whitespace-nowrap cards:text-2" : "text-0 text-ink-2",
        column === "ttk" && "ttk lines:text-2",
      )}
    >
      {text ?? <Unknown isOwn={isOwnColumn(column)} />}
      {note && (
        <span className="block text-00 leading-tight font-normal text-ink-2 rows:whitespace-normal lines:whitespace-nowrap">
          {note}
        </span>
      )}
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

/** The placeholder of a figure that no public source, or no snapshot of the player, gives. */
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

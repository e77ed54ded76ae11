import { memo, type ReactNode } from "react";
import { KIT_TITLES } from "#domain/arsenal/kit-id.ts";
import { figure } from "#web/ui/chart-scale.ts";
import { Glyph } from "#web/ui/glyph.tsx";
import { TrustMark } from "#web/ui/trust-mark.tsx";
import { Falloff } from "./falloff.tsx";
import { damageEndsOf, type Lethality } from "./figures.ts";
import type { ListedWeapon } from "./listed-weapon.ts";
import type { RowHandlers } from "./row-keys.ts";
import { CLASS_GLYPHS, COLUMN_TITLES, classOfOne, sayDamage, sayPatch, sayTtk, trustOf } from "./words.ts";

type WeaponRowProps = Lethality & {
  weapon: ListedWeapon;
  /** The one row in the tab order. */
  isTabStop: boolean;
  isHidden: boolean;
  handlers: RowHandlers;
};

export const rowLinkId = (weaponId: string): string => `weapon-${weaponId}`;

/** One weapon: a row of the table, or a card. Plain values as props, so that a row nothing changed in is left alone. */
export const WeaponRow = memo(function WeaponRow(props: WeaponRowProps) {
  const { weapon, damage, shots, ttkMs, isTabStop, isHidden, handlers } = props;
  return (
    <tr hidden={isHidden} className="weapon-columns">
      <WeaponName weapon={weapon} isTabStop={isTabStop} handlers={handlers} />
      <WeaponFacts weapon={weapon} />
      <WeaponAtRange damage={damage} shots={shots} ttkMs={ttkMs} />
      <WeaponHandling weapon={weapon} />
    </tr>
  );
});

type WeaponNameProps = Pick<WeaponRowProps, "weapon" | "isTabStop" | "handlers">;

const WeaponName = memo(function WeaponName({ weapon, isTabStop, handlers }: WeaponNameProps) {
  return (
    <th scope="row" className="wide">
      <span className="flex items-center gap-3">
        <Glyph name={CLASS_GLYPHS[weapon.class]} className="size-5 text-ink-3" />
        <a
          id={rowLinkId(weapon.id)}
          data-weapon={weapon.id}
          href={`?item=${weapon.id}`}
          tabIndex={isTabStop ? 0 : -1}
          aria-haspopup="dialog"
          {...handlers}
        >
          {weapon.name}
        </a>
        {weapon.disagree && <span className="text-00 text-warn cards:ml-auto">sources differ</span>}
      </span>
    </th>
  );
});

/** What no slider and no switch changes. */
const WeaponFacts = memo(function WeaponFacts({ weapon }: { weapon: ListedWeapon }) {
  const ends = damageEndsOf(weapon);
  const kits = weapon.kitIds.length === 1 ? weapon.kitIds.map((id) => KIT_TITLES[id]) : [];
  const place = PLACES[weapon.found];
  return (
    <>
      <td className="wide">
        <span className="flex items-center justify-between gap-2">
          {[classOfOne(weapon.class), ...kits, ...(place ? [place] : [])].join(" · ")}
          {weapon.damage && <Falloff damage={weapon.damage} />}
        </span>
      </td>
      <Cell column="damage">{ends ? sayDamage(ends) : <Unknown />}</Cell>
    </>
  );
});

const WeaponAtRange = memo(function WeaponAtRange({ damage, shots, ttkMs }: Lethality) {
  return (
    <>
      <Cell column="damageAt" strong>
        {damage === null ? <Unknown /> : figure(damage)}
      </Cell>
      <Cell column="shots" strong>
        {shots ?? <Unknown />}
      </Cell>
      <Cell column="ttk" strong>
        {ttkMs === null ? <Unknown /> : sayTtk(ttkMs)}
      </Cell>
    </>
  );
});

const WeaponHandling = memo(function WeaponHandling({ weapon }: { weapon: ListedWeapon }) {
  const { rateOfFireRpm, magazine, velocityMps, source } = weapon;
  return (
    <>
      <Cell column="rateOfFire">{rateOfFireRpm === null ? <Unknown /> : figure(rateOfFireRpm)}</Cell>
      <Cell column="magazine">{magazine ?? <Unknown />}</Cell>
      <Cell column="velocity">{velocityMps === null ? <Unknown /> : figure(velocityMps, "m/s")}</Cell>
      <td className="text-00 text-ink-3 cards:col-span-2 cards:self-end">
        <span className="flex items-center gap-1.5 font-cond font-semibold whitespace-nowrap cards:justify-end">
          {source ? <TrustMark trust={trustOf(source.grade)} text={sayPatch(source)} /> : <Unknown />}
        </span>
      </td>
    </>
  );
});

const PLACES = { loadout: null, portal: "Portal", map: "Map pickup" } as const;

type CellProps = { column: keyof typeof COLUMN_TITLES; strong?: boolean; children: ReactNode };

function Cell({ column, strong = false, children }: CellProps) {
  return (
    <td data-label={COLUMN_TITLES[column]} className={strong ? "font-bold cards:text-2" : "text-0 text-ink-2"}>
      {children}
    </td>
  );
}

/** Stands where no public source gives a figure. */
function Unknown() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        —
      </span>
      <span className="sr-only">no public figure</span>
    </>
  );
}

import { Ellipsis } from "lucide-react";
import { KIT_TITLES } from "#domain/arsenal/kit-id.ts";
import type { WeaponSummary } from "#domain/arsenal/summary.ts";
import { Glyph } from "#web/ui/glyph.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { Tape } from "#web/ui/tape.tsx";
import type { Saved } from "./answers.ts";
import { kitOf } from "./judge.ts";
import { KIT_GLYPHS } from "./kit-choice.tsx";
import { bodyTtkMs, sayTtk } from "./starters.ts";
import { StepLink } from "./step-link.tsx";

const HEADLINE_M = 30;

type LoadoutCardProps = {
  saved: Saved;
  weapons: ReadonlyMap<string, WeaponSummary>;
  /** What went wrong with the last action on this card. */
  trouble: string | undefined;
  onEdit: () => void;
  onRename: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
};

/** One loadout of the locker; the whole card opens it, its menu does the rest. */
export function LoadoutCard({ saved, weapons, trouble, onEdit, ...actions }: LoadoutCardProps) {
  const { id, name, loadout, updatedAt } = saved;
  const kit = kitOf(loadout);
  const primary = weapons.get(loadout.primary.weaponId ?? "");
  const ttkMs = primary ? bodyTtkMs(primary, HEADLINE_M) : null;
  return (
    <li className="panel relative grid content-start gap-3 p-4 hover:border-line-strong has-[a:hover]:border-accent-line">
      <div className="flex items-start gap-3">
        <Glyph name={KIT_GLYPHS[kit]} className="mt-1 size-7 text-accent" />
        <div className="min-w-0 grow">
          <h3 className="text-3 leading-tight break-words">
            <StepLink href={`?tab=loadouts&edit=${id}`} onStep={onEdit} className="after:absolute after:inset-0">
              {name}
            </StepLink>
          </h3>
          <Tape className="mt-1">{KIT_TITLES[kit]}</Tape>
        </div>
        <Menu
          trigger={
            <IconButton label={`Actions for ${name}`} className="relative">
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
          items={[
            { label: "Edit", onSelect: onEdit },
            { label: "Rename", onSelect: actions.onRename },
            { label: "Duplicate", onSelect: actions.onDuplicate },
            { label: "Delete", onSelect: actions.onDelete, danger: true },
          ]}
        />
      </div>
      <p className="font-cond text-1">
        <b>{primary?.name ?? "No primary"}</b>
        <span className="text-ink-2"> · {weapons.get(loadout.sidearm.weaponId ?? "")?.name ?? "No sidearm"}</span>
      </p>
      <dl className="flex items-end justify-between gap-4 border-t border-line pt-2">
        <Stat
          label={`TTK at ${HEADLINE_M} m${changesGun(loadout) ? ", gun as issued" : ""}`}
          value={ttkMs === null ? null : sayTtk(ttkMs)}
        />
        <Stat label="Updated" value={<Updated at={updatedAt} />} />
      </dl>
      {trouble && (
        <p role="alert" className="relative text-0 text-danger">
          {trouble}
        </p>
      )}
    </li>
  );
}

/** A barrel or an ammunition of the board may give other figures than those of the list. */
const changesGun = ({ primary }: Saved["loadout"]): boolean =>
  "board" in primary && primary.board.barrel.length + primary.board.ammunition.length > 0;

const DAYS = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

function Updated({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-0 font-semibold text-ink-2">
      {DAYS.format(new Date(at))}
    </time>
  );
}

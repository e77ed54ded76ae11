import type { ReactNode } from "react";
import type { Bf4Attachments, Bf2042Attachments } from "#domain/game-data/schemas/attachment.ts";
import { BOARD_SLOTS } from "#domain/game-data/slot.ts";
import { m } from "#messages";
import { formatEffects, formatPartEffects } from "#messages/game/figure-words.ts";
import { BOARD_SLOT_TITLES, PART_SLOT_TITLES } from "#messages/game/titles.ts";
import { formatUnlocks } from "#messages/game/unlock-words.ts";
import type { Bf2042Response, WeaponResponse } from "./source-note.tsx";

/** Lists the parts of a weapon that a source gives. */
export function Attachments({ response }: { response: WeaponResponse }) {
  return (
    <Section title={m.common_attachments()}>
      {response.attachments === null ? (
        <KnownParts response={response} />
      ) : response.game === "bf4" ? (
        <Bf4Parts attachments={response.attachments} partTypes={response.partTypes} />
      ) : (
        <Bf2042Parts attachments={response.attachments} sets={response.criteria.filter(({ kind }) => kind === "set")} />
      )}
    </Section>
  );
}

function KnownParts({ response: { game, weapon } }: { response: WeaponResponse }) {
  const parts = game === "bf4" ? weapon.knownParts : [];
  const partTexts = parts.map(({ value: { name, kills } }) => m.arsenal_part_at_kills({ name, count: kills }));
  return (
    <div className="text-0 text-ink-2">
      <p>{m.arsenal_no_source_for_attachments()}</p>
      {partTexts.length > 0 && <p>{m.arsenal_known_parts({ parts: partTexts.join(", ") })}</p>}
    </div>
  );
}

/** Renders a titled section of the drawer. */
export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-2">{title}</h3>
      {children}
    </section>
  );
}

type Bf4PartsProps = { attachments: Bf4Attachments; partTypes: Extract<WeaponResponse, { game: "bf4" }>["partTypes"] };

/** Lists the parts of a Battlefield 4 weapon by slot, with their unlocks and effects. */
function Bf4Parts({ attachments, partTypes }: Bf4PartsProps) {
  const types = new Map(partTypes.map((type) => [type.id, type]));
  return (
    <>
      {partTypes.some(({ effects }) => effects.length > 0) && (
        <p className="text-0 text-ink-2">{m.arsenal_part_changes_source_bf4()}</p>
      )}
      {attachments.slots.map(({ slot, options }) => (
        <SlotParts key={slot} title={PART_SLOT_TITLES[slot]} count={options.length}>
          {options.map(({ id, name, isDefault, unlocks, typeId }) => {
            const type = types.get(typeId);
            const unlock = isDefault ? m.common_stock() : formatUnlocks(unlocks);
            return <Part key={id} name={name} note={[...(type ? formatPartEffects(type) : []), unlock].join(", ")} />;
          })}
        </SlotParts>
      ))}
    </>
  );
}

type Bf2042PartsProps = { attachments: Bf2042Attachments; sets: Bf2042Response["criteria"] };

/**
 * Lists the parts of a Battlefield 2042 weapon by slot, with Season 2's measurements, and what unlocks its sets of attachments; no
 * source gives the attachments of a set.
 */
function Bf2042Parts({ attachments, sets }: Bf2042PartsProps) {
  const bySlot = BOARD_SLOTS.map((slot) => ({
    title: BOARD_SLOT_TITLES[slot],
    options: attachments.options.filter((option) => option.slot === slot),
  }));
  const unknownSlot = {
    title: m.arsenal_slot_not_known(),
    options: attachments.options.filter(({ slot }) => slot === null),
  };
  const measured = attachments.options.some(({ effects }) => Object.keys(effects).length > 0);
  return (
    <>
      {measured && <p className="text-0 text-ink-2">{m.arsenal_changes_measured_in_season_two()}</p>}
      {sets.length > 0 && (
        <SlotParts title={m.arsenal_unlock()} count={sets.length}>
          {sets.map(({ id, name, sentence }) => (
            <Part key={id} name={name} note={sentence} />
          ))}
        </SlotParts>
      )}
      {[...bySlot, unknownSlot]
        .filter(({ options }) => options.length > 0)
        .map(({ title, options }) => (
          <SlotParts key={title} title={title} count={options.length}>
            {options.map(({ id, name, isDefault, effects }) => (
              <Part
                key={id}
                name={name ?? m.arsenal_part_without_name()}
                note={[...(isDefault ? [m.common_stock()] : []), ...formatEffects(effects)].join(", ")}
              />
            ))}
          </SlotParts>
        ))}
    </>
  );
}

function SlotParts({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-10 items-center justify-between gap-3 font-semibold pointer-coarse:min-h-11">
        <span>
          <span aria-hidden="true" className="mr-2 inline-block text-ink-3 transition-transform group-open:rotate-90">
            ▸
          </span>
          {title}
        </span>
        <span className="num text-0 text-ink-3">{count}</span>
      </summary>
      <ul className="mb-3 grid gap-px">{children}</ul>
    </details>
  );
}

function Part({ name, note }: { name: string; note: string }) {
  return (
    <li className="flex items-baseline justify-between gap-4 rounded-1 px-2 py-1 text-0 odd:bg-surface-2">
      <span className="max-w-1/2 shrink-0 font-cond font-semibold">{name}</span>
      <span className="text-right text-00 text-ink-2">{note}</span>
    </li>
  );
}

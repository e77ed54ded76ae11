import type { ReactNode } from "react";
import type { Bf4Attachments, Bf2042Attachments } from "#domain/game-data/schemas/attachment.ts";
import { BOARD_SLOT_TITLES, BOARD_SLOTS, PART_SLOT_TITLES } from "#domain/game-data/slot.ts";
import { formatEffects } from "#domain/game-data/text/figure-words.ts";
import { formatUnlocks } from "#domain/game-data/text/unlock-words.ts";

/** The parts of a Battlefield 4 weapon by slot, with what unlocks them. */
export function Bf4Parts({ attachments }: { attachments: Bf4Attachments }) {
  return attachments.slots.map(({ slot, options }) => (
    <SlotParts key={slot} title={PART_SLOT_TITLES[slot]} count={options.length}>
      {options.map(({ id, name, isDefault, unlocks }) => (
        <Part key={id} name={name} note={isDefault ? "As issued" : formatUnlocks(unlocks)} />
      ))}
    </SlotParts>
  ));
}

/** The parts of a Battlefield 2042 weapon by slot, with Season 2's measurements; their unlocks are unpublished. */
export function Bf2042Parts({ attachments }: { attachments: Bf2042Attachments }) {
  const bySlot = BOARD_SLOTS.map((slot) => ({
    title: BOARD_SLOT_TITLES[slot],
    options: attachments.options.filter((option) => option.slot === slot),
  }));
  const rest = { title: "Slot not known", options: attachments.options.filter(({ slot }) => slot === null) };
  const measured = attachments.options.some(({ effects }) => Object.keys(effects).length > 0);
  return (
    <>
      <p className="text-0 text-ink-2">
        {measured ? "Changes were measured in Season 2, against the bare gun. " : ""}
        What unlocks an attachment has no public source.
      </p>
      {[...bySlot, rest]
        .filter(({ options }) => options.length > 0)
        .map(({ title, options }) => (
          <SlotParts key={title} title={title} count={options.length}>
            {options.map(({ id, name, isDefault, effects }) => (
              <Part
                key={id}
                name={name ?? "Without a name in the game"}
                note={[...(isDefault ? ["As issued"] : []), ...formatEffects(effects)].join(", ")}
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

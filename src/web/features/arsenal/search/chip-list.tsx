import { X } from "lucide-react";
import type { Terms } from "#web/features/arsenal/terms.ts";
import type { Chip } from "./chips.ts";

type ChipListProps = { chips: readonly Chip[]; onChange: (changes: Partial<Terms>) => void };

/** The terms in force as they would be typed, each with a button that takes it back. */
export function ChipList({ chips, onChange }: ChipListProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Terms in force" className="flex flex-wrap gap-2">
      {chips.map(({ text, removal }) => (
        <li key={text} className="flex items-center rounded-1 bg-tint text-0">
          <span className="num py-1 pl-2.5 font-semibold">{text}</span>
          <button
            type="button"
            aria-label={`Remove ${text}`}
            onClick={() => onChange(removal)}
            className="grid size-8 place-items-center rounded-1 text-ink-2 hover:text-ink pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </button>
        </li>
      ))}
    </ul>
  );
}

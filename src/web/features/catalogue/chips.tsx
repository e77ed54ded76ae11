import type { Page } from "./answers.ts";

type ChipsProps = {
  groups: Page["groups"];
  /** How many entries there are when no chip is pressed. */
  all: number;
  pressed: string | null;
  onPress: (group: string | null) => void;
};

/** The groups of a catalogue as buttons that stay pressed, each with the number of entries it leaves. */
export function Chips({ groups, all, pressed, onPress }: ChipsProps) {
  const offered = groups.filter(({ name, count }) => count > 0 || name === pressed);
  if (groups.length < 2 || offered.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Groups</legend>
      <Chip name="All" count={all} isPressed={pressed === null} onPress={() => onPress(null)} />
      {offered.map(({ name, count }) => (
        <Chip
          key={name}
          name={name}
          count={count}
          isPressed={pressed === name}
          onPress={() => onPress(pressed === name ? null : name)}
        />
      ))}
    </fieldset>
  );
}

type ChipProps = { name: string; count: number; isPressed: boolean; onPress: () => void };

function Chip({ name, count, isPressed, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className="inline-flex min-h-8 items-center gap-2 rounded-1 border border-line-strong px-2.5 font-cond text-0 font-semibold text-ink-2 hover:bg-surface-2 aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-ink pointer-coarse:min-h-11"
    >
      {name} <span className="num text-00 font-normal text-ink-2">{count.toLocaleString("en")}</span>
    </button>
  );
}

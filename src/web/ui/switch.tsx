import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { useHydrated } from "./hydrated.ts";

type SwitchProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A setting that is on or off and acts at once. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  const hydrated = useHydrated();
  return (
    <span className="inline-flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
      {/* Radix writes style attributes, which the policy of a prerendered page forbids: there its room is kept. */}
      {!hydrated && <span className="h-6 w-11 shrink-0 rounded-full border border-line-strong bg-surface-2" />}
      {hydrated && (
        <Radix.Root
          id={id}
          checked={checked}
          onCheckedChange={onChange}
          disabled={disabled}
          className="h-6 w-11 shrink-0 rounded-full border border-line-strong bg-surface-2 px-0.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Radix.Thumb className="block size-[18px] rounded-full bg-ink-2 transition-transform duration-(--t-base) data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-accent" />
        </Radix.Root>
      )}
      <label htmlFor={id} className="text-0 font-semibold">
        {label}
      </label>
    </span>
  );
}

import { type ReactNode, useId } from "react";

type SwitchProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A switch for a setting that takes effect at once. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
      <button
        type="button"
        id={id}
        role="switch"
        aria-checked={checked}
        data-state={checked ? "checked" : "unchecked"}
        onClick={() => onChange(!checked)}
        disabled={disabled}
        className="group h-6 w-11 shrink-0 rounded-full border border-line-strong bg-surface-2 px-0.5 enabled:data-[state=checked]:border-accent enabled:data-[state=checked]:bg-accent disabled:cursor-not-allowed disabled:border-line"
      >
        <span className="block size-[18px] rounded-full bg-ink-2 transition-transform duration-(--t-base) group-data-[state=checked]:translate-x-5 group-enabled:group-data-[state=checked]:bg-on-accent group-disabled:bg-ink-disabled" />
      </button>
      <label htmlFor={id} className={`text-0 font-semibold ${disabled ? "text-ink-disabled" : ""}`}>
        {label}
      </label>
    </span>
  );
}

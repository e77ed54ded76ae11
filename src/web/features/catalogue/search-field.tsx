import type { RefObject } from "react";
import { INPUT_LOOK } from "#web/components/fields/field.tsx";

type SearchFieldProps = {
  title: string;
  input: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
};

export function SearchField({ title, input, value, onChange }: SearchFieldProps) {
  return (
    <label className="grid max-w-xl gap-1 font-cond text-0 font-semibold text-ink-2">
      Search {title.toLowerCase()}
      <span className="relative block">
        <input
          ref={input}
          type="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder="Name, group or any text"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          className={`${INPUT_LOOK} peer font-text font-normal`}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-1 border border-line-strong px-1.5 font-cond text-00 text-ink-3 md:peer-placeholder-shown:block"
        >
          /
        </span>
      </span>
    </label>
  );
}

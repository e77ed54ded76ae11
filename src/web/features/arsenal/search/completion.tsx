import { type RefObject, useEffect, useMemo, useState } from "react";
import { classes } from "#web/components/ui/class-names.ts";
import { getCompletion } from "./completing.ts";
import type { KeyTaker } from "./search-field.tsx";
import type { Vocabulary } from "./vocabulary.ts";

type CompletionProps = {
  id: string;
  text: string;
  /** Null without focus. */
  caret: number | null;
  vocabulary: Vocabulary;
  takeKey: RefObject<KeyTaker>;
  /** The option the arrows stand on, "" while the list is open without one, null while it is closed. */
  onActive: (optionId: string | null) => void;
  onPick: (text: string, caret: number) => void;
};

/** Terms and values that could be meant: arrows move, Enter or Tab takes, Escape closes. */
export function Completion({ id, text, caret, vocabulary, takeKey, onActive, onPick }: CompletionProps) {
  const [at, setAt] = useState(-1);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const found = useMemo(
    () => (caret === null || closedFor === text ? null : getCompletion(text, caret, vocabulary)),
    [text, caret, vocabulary, closedFor],
  );
  const active = found && at >= 0 && at < found.suggestions.length ? `${id}-${at}` : "";
  const isOpen = found !== null;

  useEffect(() => onActive(isOpen ? active : null), [isOpen, active, onActive]);
  const pick = (index: number) => {
    const suggestion = found?.suggestions[index];
    if (!found || !suggestion) return false;
    const isWhole = !/[:<>=]$/.test(suggestion.text);
    const before = `${text.slice(0, found.start)}${suggestion.text}${isWhole ? " " : ""}`;
    setAt(-1);
    onPick(before + text.slice(found.end).replace(/^ /, isWhole ? "" : " "), before.length);
    return true;
  };
  useEffect(() => {
    takeKey.current = (key) => {
      if (!found) return false;
      const { length } = found.suggestions;
      if (key === "ArrowDown") setAt((at + 1) % length);
      else if (key === "ArrowUp") setAt(at <= 0 ? length - 1 : at - 1);
      else if (key === "Escape") setClosedFor(text);
      else if (key === "Enter" || key === "Tab") return at >= 0 && pick(at);
      else return false;
      return true;
    };
  });
  if (!found) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Terms"
      className="absolute inset-x-0 top-full z-(--z-pop) mt-1 max-h-80 overflow-y-auto rounded-1 border border-line-strong bg-surface-1 p-1 shadow-pop"
    >
      {found.suggestions.map((suggestion, index) => (
        <div
          key={suggestion.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(index)}
          onKeyDown={undefined}
          className={classes(
            "flex min-h-9 items-center justify-between gap-3 rounded-1 px-3 text-1 hover:bg-surface-2 pointer-coarse:min-h-11",
            index === at && "bg-surface-3",
          )}
        >
          <span className="num font-semibold">{suggestion.text}</span>
          <span className="text-right text-00 text-ink-3">{suggestion.note}</span>
        </div>
      ))}
    </div>
  );
}

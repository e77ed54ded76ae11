import { type ReactNode, Suspense, useId, useMemo, useRef, useState } from "react";
import { m } from "#messages";
import type { Terms } from "#web/features/arsenal/terms.ts";
import type { Note } from "#web/features/arsenal/use-arsenal.ts";
import { classes } from "#web/ui/class-names.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import type { KeyTaker } from "./completion.tsx";
import { getTokens, isTyped, type Problem, parseQuery, removeControlTerms } from "./query.ts";
import type { Vocabulary } from "./vocabulary.ts";

const ProblemHint = lazyNamed(() => import("./problem-hint.tsx"), "ProblemHint");
const Completion = lazyNamed(() => import("./completion.tsx"), "Completion");

type QueryFieldProps = {
  value: string;
  vocabulary: Vocabulary;
  /** Shown under the field, e.g. while attachments are loading. */
  note: Note | null;
  onChange: (changes: Partial<Terms>) => void;
  /** Called with the caret's position while the player types, and with null after that. */
  onTyping: (caret: number | null) => void;
};

/** The search field for words and terms; completes terms during typing and explains invalid ones. */
export function QueryField({ value, vocabulary, note, onChange, onTyping }: QueryFieldProps): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [wasFocused, setWasFocused] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const takeKey = useRef<KeyTaker>(() => false);
  const problems = useMemo(() => listProblems(value, caret, vocabulary), [value, caret, vocabulary]);
  const write = (text: string, position: number | null) => {
    const { q, changes } = removeControlTerms(text, position, vocabulary);
    const caret = position === null ? null : Math.min(position, q.length);
    setCaret(caret);
    onTyping(caret);
    onChange({ ...changes, q });
    return q;
  };
  return (
    <div className="relative grid min-w-40 grow basis-56 font-text font-normal">
      <SearchField
        ref={input}
        label={m.arsenal_search_weapons()}
        isLabelHidden
        hasMark
        role="combobox"
        aria-expanded={active !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active || undefined}
        aria-describedby={`${id}-hint`}
        aria-invalid={problems.length > 0}
        value={value}
        onFocus={() => setWasFocused(true)}
        onChange={write}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (takeKey.current(event.key)) event.preventDefault();
          else if (event.key === "Enter") write(value, null);
        }}
        onBlur={() => write(value, null)}
        placeholder={m.arsenal_search_placeholder()}
        maxLength={200}
        aria-keyshortcuts="/"
      >
        {wasFocused && (
          <Suspense fallback={null}>
            <Completion
              id={`${id}-list`}
              text={value}
              caret={caret}
              vocabulary={vocabulary}
              takeKey={takeKey}
              onActive={setActive}
              onPick={(text, at) => {
                const written = write(text, at);
                requestAnimationFrame(() => {
                  // If another key changed the text in the meantime, the caret is already in the right position.
                  if (input.current?.value === written) input.current.setSelectionRange(at, at);
                });
              }}
            />
          </Suspense>
        )}
      </SearchField>
      <div id={`${id}-hint`} role="status" className="text-0 text-warn empty:hidden">
        <Suspense fallback={null}>
          {problems.map((problem) => (
            <ProblemHint key={`${problem.kind} ${problem.key}`} problem={problem} />
          ))}
        </Suspense>
        {note && <NoteLine {...note} />}
      </div>
    </div>
  );
}

/** A passing note overlaps the content below; otherwise that content would move down and up again. */
const NoteLine = ({ text, isPassing }: Note) => (
  <p className={classes("text-ink-2", isPassing && "absolute top-full z-(--z-pop) rounded-1 bg-surface-2 px-2 py-1")}>
    {text}
  </p>
);

/** Returns the problems of the text; an unfinished term is not a problem yet. */
function listProblems(text: string, caret: number | null, vocabulary: Vocabulary): readonly Problem[] {
  const finished = getTokens(text).filter((token) => !isTyped(token, caret));
  return parseQuery(finished.map((token) => token.text).join(" "), vocabulary).problems;
}

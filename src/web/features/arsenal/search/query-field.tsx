import { type ReactNode, Suspense, useId, useMemo, useRef, useState } from "react";
import { m } from "#messages";
import type { Terms } from "#web/features/arsenal/terms.ts";
import type { Note } from "#web/features/arsenal/use-arsenal.ts";
import { classes } from "#web/ui/class-names.ts";
import { SearchField } from "#web/ui/fields/field.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import type { KeyTaker } from "./completion.tsx";
import { getTokens, isTyped, type Problem, parseQuery, settle } from "./query.ts";
import type { Vocabulary } from "./vocabulary.ts";

const ProblemHint = lazyNamed(() => import("./problem-hint.tsx"), "ProblemHint");
const Completion = lazyNamed(() => import("./completion.tsx"), "Completion");

type QueryFieldProps = {
  value: string;
  vocabulary: Vocabulary;
  /** Said under the field, e.g. that attachments are being looked up. */
  note: Note | null;
  onChange: (changes: Partial<Terms>) => void;
  /** Where something is being typed; null once it is done. */
  onTyping: (caret: number | null) => void;
};

/** The field people search by words and terms in; terms are completed as they are typed, and explained where they fail. */
export function QueryField({ value, vocabulary, note, onChange, onTyping }: QueryFieldProps): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [reached, setReached] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const takeKey = useRef<KeyTaker>(() => false);
  const problems = useMemo(() => listProblems(value, caret, vocabulary), [value, caret, vocabulary]);
  const write = (text: string, at: number | null) => {
    const { q, changes } = settle(text, at, vocabulary);
    const caret = at === null ? null : Math.min(at, q.length);
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
        value={value}
        onFocus={() => setReached(true)}
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
        {reached && (
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
                  // A key that came in between has put the caret where it belongs.
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

/** A passing note lies over what is below, which it would move twice. */
const NoteLine = ({ text, isPassing }: Note) => (
  <p className={classes("text-ink-2", isPassing && "absolute top-full z-(--z-pop) rounded-1 bg-surface-2 px-2 py-1")}>
    {text}
  </p>
);

/** What of the text means nothing; a term that is still being typed has time. */
function listProblems(text: string, caret: number | null, vocabulary: Vocabulary): readonly Problem[] {
  const finished = getTokens(text).filter((token) => !isTyped(token, caret));
  return parseQuery(finished.map((token) => token.text).join(" "), vocabulary).problems;
}

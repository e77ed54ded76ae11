// What is typed into forms, stored when a sign-in or a reload of the page interrupts it, and shown again afterwards: as a
// draft of the person, or in this tab where there is none. Not for passwords and codes: fields of those are left out.
import { type RefCallback, useCallback, useEffect, useRef, useState } from "react";
import { hasSessionEnded, lastPerson, personChange } from "#web/data/session/person.ts";
import { draftKeys, dropDraft, hasDraft, keepDraft, readDraft, signOutEpoch } from "#web/data/stores/draft.ts";
import { INTERRUPTED } from "./local-storage.ts";

const VERSION = 1;
const PREFIX = "form:";

/**
 * What input is stored as: a draft of the person who is here, until they have signed in again; or in this tab alone, for
 * one reload of the page. Without a person it is the tab for every form, and for the forms of the sign-in it always is.
 */
export type InputPlace = "draft" | "tab";

/** A form on the screen, or one whose input is on its way to the server. */
type Entry = {
  key: string;
  /** Whose draft it becomes; null for input that belongs to this tab. */
  owner: string | null;
  epoch: string;
  /** The input; null when nothing was typed. */
  take: () => unknown;
  isSent: boolean;
};

const entries = new Set<Entry>();
/** The page goes away: what is stored stays. */
let isLeaving = false;

const getEntry = (key: string, place: InputPlace, take: () => unknown): Entry => ({
  key: PREFIX + key,
  owner: (place === "draft" && lastPerson()?.id) || null,
  epoch: signOutEpoch(),
  take,
  isSent: false,
});

function store({ key, owner, epoch, take }: Entry): void {
  // Input belongs to the user who typed it; none is stored after a sign-out.
  if (!owner || lastPerson()?.id !== owner) return;
  const value = take();
  if (value !== null) keepDraft(key, VERSION, value, epoch);
}

const storeAll = () => entries.forEach(store);

const RELOAD_KEY = "interrupted-input";

/** The page's address, which a reload keeps but for the language of a link. */
function getAddress(): string {
  const search = new URLSearchParams(location.search);
  search.delete("lang");
  return `${location.pathname}?${search}`;
}

/** Stores the input that belongs to this tab for the page that a reload brings to the same address. */
function storeForReload(): void {
  const inputs = [...entries].flatMap(({ key, owner, take }): [string, unknown][] => {
    const value = owner === null ? take() : null;
    return value === null ? [] : [[key, value]];
  });
  if (inputs.length === 0) return;
  try {
    sessionStorage.setItem(RELOAD_KEY, JSON.stringify({ address: getAddress(), inputs }));
  } catch {
    // Without storage the form is empty after the reload.
  }
}

/** The input of this tab before the reload that brought this page, which no later one gets. */
function takeReloaded(): Map<string, unknown> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(RELOAD_KEY) ?? "null");
    sessionStorage.removeItem(RELOAD_KEY);
    return new Map(stored?.address === getAddress() ? stored.inputs : []);
  } catch {
    return new Map();
  }
}

const reloaded = takeReloaded();

const readInput = <Value>(key: string, read: (value: unknown) => Value | null): Value | null =>
  reloaded.has(key) ? read(reloaded.get(key)) : readDraft(key, VERSION, read);

function dropInput(key: string): void {
  reloaded.delete(key);
  dropDraft(key);
}

if (typeof window !== "undefined") {
  window.addEventListener(INTERRUPTED, () => {
    isLeaving = true;
    storeAll();
    storeForReload();
  });
  personChange.listen(() => hasSessionEnded() && storeAll());
}

/** Removes a form's entry and what was stored for it, unless a sign-in is what it waits for. */
function close(entry: Entry): void {
  entries.delete(entry);
  reloaded.delete(entry.key);
  if (!isLeaving && !hasSessionEnded()) dropDraft(entry.key);
}

/** What is behind this beginning in the keys of forms that were interrupted, so that they can be opened again. */
export const interruptedForms = (beginning: string): string[] =>
  draftKeys(PREFIX + beginning).map((key) => key.slice((PREFIX + beginning).length));

/** True when the form of this key was interrupted. */
export const wasInterrupted = (key: string): boolean => reloaded.has(PREFIX + key) || hasDraft(PREFIX + key);

type InterruptedInput<Value> = {
  value: Value;
  set: (value: Value) => void;
  /** Stores the input even if the form closes before the mutation has ended; returns a callback for its end. */
  send: (work: unknown) => void;
};

/** A form's state that no interruption loses. `read` checks what was stored; null where it does not fit. */
export function useInterruptedInput<Value>(
  key: string,
  initial: Value | (() => Value),
  read: (value: unknown) => Value | null,
  place: InputPlace = "draft",
): InterruptedInput<Value> {
  const [value, set] = useState<Value>(() => readInput(PREFIX + key, read) ?? getInitial(initial));
  const [empty] = useState(() => JSON.stringify(getInitial(initial)));
  const latest = useRef(value);
  const entry = useRef<Entry | null>(null);
  useEffect(() => {
    const own = getEntry(key, place, () => (JSON.stringify(latest.current) === empty ? null : latest.current));
    entry.current = own;
    entries.add(own);
    return () => {
      if (!own.isSent) close(own);
    };
  }, [key, place, empty]);
  useEffect(() => {
    latest.current = value;
    if (entry.current && (hasSessionEnded() || hasDraft(entry.current.key))) store(entry.current);
  }, [value]);
  const send = (work: unknown) => {
    const own = entry.current;
    if (!own) return;
    own.isSent = true;
    const done = () => close(own);
    Promise.resolve(work).then(done, done);
  };
  return { value, set, send };
}

const getInitial = <Value>(initial: Value | (() => Value)): Value =>
  initial instanceof Function ? initial() : initial;

export const readText = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An object of values with these names, as its sample has them. */
const readLike =
  <Name extends string, Value>(names: readonly Name[], sample: Value) =>
  (value: unknown): Record<Name, Value> | null => {
    const isFit = names.every((name) => typeof Reflect.get(Object(value), name) === typeof sample);
    return isFit ? (value as Record<Name, Value>) : null;
  };

/** An object of texts with these names. */
export const readTexts = <Name extends string>(names: readonly Name[]) => readLike<Name, string>(names, "");

/** An object of numbers with these names. */
export const readNumbers = <Name extends string>(names: readonly Name[]) => readLike<Name, number>(names, 0);

/** The same for a form whose fields keep their own values; `done` forgets what was stored. Null: nothing is stored. */
export function useInterruptedFields(
  key: string | null,
  place: InputPlace,
): { ref: RefCallback<HTMLFormElement>; done: () => void } {
  const ref = useCallback(
    (form: HTMLFormElement | null) => (form && key !== null ? followForm(form, key, place) : undefined),
    [key, place],
  );
  const done = useCallback(() => key !== null && dropInput(PREFIX + key), [key]);
  return { ref, done };
}

/** Fills the form with what was stored for it, and stores what is typed from now on; returns a callback for its end. */
export function followForm(form: HTMLFormElement, key: string, place: InputPlace): () => void {
  const own = getEntry(key, place, () => typedIn(form));
  fill(form, readInput(own.key, readFields));
  entries.add(own);
  return () => close(own);
}

type Fields = Record<string, string | boolean>;

const SECRET = /password|one-time-code/;

/** The fields a person types into, without secrets: a revealed password is one of type text. */
const getFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.name !== "" &&
      !field.readOnly &&
      !["password", "hidden", "file", "submit"].includes(field.type) &&
      !SECRET.test(field.autocomplete),
  );

const isCheckbox = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement =>
  field.type === "checkbox";

function typedIn(form: HTMLFormElement): Fields | null {
  const fields = getFields(form).flatMap((field): [string, string | boolean][] => {
    if (isCheckbox(field)) return field.checked === field.defaultChecked ? [] : [[field.name, field.checked]];
    return field.value === field.defaultValue ? [] : [[field.name, field.value]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

function fill(form: HTMLFormElement, fields: Fields | null): void {
  for (const field of getFields(form)) {
    const stored = fields?.[field.name];
    if (isCheckbox(field) && typeof stored === "boolean") field.checked = stored;
    else if (typeof stored === "string") field.value = stored;
  }
}

const readFields = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter(([, stored]) => typeof stored === "string" || typeof stored === "boolean"),
      )
    : null;

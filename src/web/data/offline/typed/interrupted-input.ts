// What is typed into forms and not sent yet, but for passwords and codes: stored with every key press, as a draft of the person and
// this tab, or in this tab alone where there is no person.
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { parseJson } from "#domain/plain-values.ts";
import { getOfTab, removeOfTab, setOfTab } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { lastStored, listTouchedIds, outboxState } from "#web/data/offline/pending.ts";
import {
  adoptDraft,
  dropDraft,
  keepDraft,
  listDrafts,
  readOwnDraft,
  signOutEpoch,
} from "#web/data/offline/typed/drafts.ts";
import { getProperty } from "#web/data/problem.ts";
import { lastPerson, personChange } from "#web/data/session/person.ts";
import type { DialogInput } from "#web/ui/overlays/dialog.tsx";

const VERSION = 1;
const PREFIX = "form:";

/**
 * `draft`: of the person who is here, until it is sent or discarded. `tab`: as long as the form is open, for reloads of its address, as
 * without a person everywhere.
 */
export type InputPlace = "draft" | "tab";

/** Where one form's input is stored, under a key that has the id of what it changes, if any. */
type Slot = {
  key: string;
  read: <Value>(read: (value: unknown) => Value | null) => Value | null;
  /** Null: nothing is typed. */
  store: (value: unknown) => void;
  /** The form is gone. */
  close: () => void;
};

function openSlot(key: string, place: InputPlace): Slot {
  const owner = place === "draft" ? lastPerson()?.id : undefined;
  if (owner === undefined) {
    const store = (value: unknown) => storeInTab(key, value);
    return { key, read: (read) => read(tabInputs.get(key) ?? null), store, close: () => store(null) };
  }
  const epoch = signOutEpoch();
  return {
    key,
    read: (read) => readOwnDraft(PREFIX + key, VERSION, read),
    store: (value) => {
      // Input belongs to the user who typed it; none is stored after a sign-out.
      if (lastPerson()?.id !== owner) return;
      if (value === null) dropDraft(PREFIX + key);
      else keepDraft(PREFIX + key, VERSION, value, epoch);
    },
    close: () => {},
  };
}

const TAB_KEY = "interrupted-input";

/** The page's address, which a reload keeps but for the language of a link. */
function getAddress(): string {
  const search = new URLSearchParams(location.search);
  search.delete("lang");
  return `${location.pathname}?${search}`;
}

const before: unknown = parseJson(getOfTab(TAB_KEY) ?? "");
/** The input of this tab, also that before a reload of this page; at another address there is none. */
const tabInputs = new Map(
  before !== null && getProperty(before, "address") === getAddress()
    ? (getProperty(before, "inputs") as [string, unknown][])
    : [],
);

function storeTabInputs(): void {
  if (tabInputs.size === 0) removeOfTab(TAB_KEY);
  else setOfTab(TAB_KEY, JSON.stringify({ address: getAddress(), inputs: [...tabInputs] }));
}

function storeInTab(key: string, value: unknown): void {
  if (value === null) tabInputs.delete(key);
  else tabInputs.set(key, value);
  storeTabInputs();
}

/** Ends when this tab has what closed ones left. */
let adopting: Promise<void> = Promise.resolve();

if (typeof window !== "undefined") {
  storeTabInputs();
  // The address may have changed since.
  window.addEventListener("pagehide", storeTabInputs);
  // With the person come the texts that their closed tabs left.
  personChange.subscribe(() => {
    adopting = adoptDraft(PREFIX, true).catch((error: unknown) => logError("Texts of closed tabs", error));
  });
}

/** Drops what a form has not sent, which is sent by now. */
export const dropInput = (key: string): void => dropDraft(PREFIX + key);

/** What is behind this beginning in the keys of forms with unsent input, so that they can be opened again. */
export const interruptedForms = (beginning: string): string[] =>
  listDrafts(PREFIX + beginning, true)
    .filter(({ isOwn }) => isOwn)
    .map(({ key }) => key.slice((PREFIX + beginning).length))
    .sort();

/** True when the form of this key has unsent input. */
export const wasInterrupted = (key: string): boolean => tabInputs.has(key) || interruptedForms(key).includes("");

export type StoredFormInput = DialogInput & {
  /** Submits: what was typed is dropped when the work is done, and stays where it answers false or null, or fails. */
  send: (work: unknown) => void;
};

/** Submits and discards the input of a slot; `isTyped` is true when there is some. */
function useStoredFormInput(slot: Slot | null, isTyped: () => boolean): StoredFormInput & { onInput: () => void } {
  const isSent = useRef(false);
  const onInput = useCallback(() => {
    isSent.current = false;
  }, []);
  return {
    onInput,
    isUnsaved: () => slot !== null && !isSent.current && isTyped(),
    discard: () => slot?.store(null),
    send: (work) => {
      isSent.current = true;
      const typed = slot?.read((value) => value) ?? null;
      // Where the browser stores nothing, this is all that a reload would leave of it.
      const drop = () => isSent.current && outboxState.get().isStored && slot?.store(null);
      let stored = "";
      const unlisten = lastStored.listen((change) => {
        if (!change || !listTouchedIds(change).some((id) => slot?.key.endsWith(`:${id}`))) return;
        stored = change.id;
        drop();
      });
      const fail = () => {
        // A change that waits for a decision has it, too; and what was typed since then is not this.
        const pending = outboxState.get().pendingMutations.find(({ id }) => id === stored);
        if (stored && pending?.refusal?.kind !== "changed" && isSent.current) slot?.store(typed);
        onInput();
      };
      Promise.resolve(work)
        .then((result) => (result === false || result === null ? fail() : drop()), fail)
        .finally(unlisten);
    },
  };
}

export type InterruptedInput<Value> = StoredFormInput & {
  value: Value;
  set: (value: Value) => void;
  /** Sets some properties. */
  change: (part: Partial<Value>) => void;
};

/** A form's state that is stored until it is sent. `read` checks what was stored; null where it does not fit. */
export function useInterruptedInput<Value>(
  key: string,
  initial: Value | (() => Value),
  read: (value: unknown) => Value | null,
  place: InputPlace = "draft",
): InterruptedInput<Value> {
  const slot = useMemo(() => openSlot(key, place), [key, place]);
  const [value, setValue] = useState<Value>(() => slot.read(read) ?? getInitial(initial));
  const isTyped = (typed: Value) => JSON.stringify(typed) !== JSON.stringify(getInitial(initial));
  const { onInput, ...sending } = useStoredFormInput(slot, () => isTyped(value));
  const latest = useRef({ read, isTyped });
  latest.current = { read, isTyped };
  useEffect(() => {
    void adopting.then(() => {
      const left = slot.read(latest.current.read);
      if (left !== null) setValue((typed) => (latest.current.isTyped(typed) ? typed : left));
    });
    return slot.close;
  }, [slot]);
  const set = (next: Value) => {
    onInput();
    setValue(next);
    slot.store(isTyped(next) ? next : null);
  };
  return { ...sending, value, set, change: (part) => set({ ...value, ...part }) };
}

const getInitial = <Value>(initial: Value | (() => Value)): Value =>
  initial instanceof Function ? initial() : initial;

export const readText = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An object of texts with these names. */
export const readTexts =
  <Name extends string>(names: readonly Name[]) =>
  (value: unknown): Record<Name, string> | null =>
    names.every((name) => typeof getProperty(value, name) === "string") ? (value as Record<Name, string>) : null;

/** A reader of what a schema accepts. */
export const readBy =
  <Value>(schema: { safeParse: (value: unknown) => { data?: Value | undefined } }) =>
  (value: unknown): Value | null =>
    schema.safeParse(value).data ?? null;

/** The same for a form whose fields hold their own values. Without a key nothing is stored. */
export function useInterruptedFields(
  key: string | null,
  place: InputPlace,
): StoredFormInput & { ref: RefCallback<HTMLFormElement> } {
  const slot = useMemo(() => (key === null ? null : openSlot(key, place)), [key, place]);
  const followed = useRef<HTMLFormElement>(null);
  const isTyped = () => followed.current !== null && readTyped(followed.current) !== null;
  const { onInput, ...sending } = useStoredFormInput(slot, isTyped);
  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      followed.current = form;
      return form && slot ? followSlot(form, slot, onInput) : undefined;
    },
    [slot, onInput],
  );
  return { ...sending, ref };
}

/** Fills the form with what was stored for it, and stores what is typed from now on; returns a callback for its end. */
export const followForm = (form: HTMLFormElement, key: string, place: InputPlace): (() => void) =>
  followSlot(form, openSlot(key, place), () => {});

function followSlot(form: HTMLFormElement, slot: Slot, onInput: () => void): () => void {
  fill(form, slot.read(readFields));
  void adopting.then(() => {
    const left = slot.read(readFields);
    if (left !== null && readTyped(form) === null) fill(form, left);
  });
  const store = () => {
    onInput();
    slot.store(readTyped(form));
  };
  form.addEventListener("input", store);
  return () => {
    form.removeEventListener("input", store);
    slot.close();
  };
}

/** As stored they may hold anything: `fill` takes what fits. */
type Fields = Record<string, string | boolean>;

const SECRET = /password|one-time-code/;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields a person types into, without secrets: a revealed password is one of type text. */
const getFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.name !== "" &&
      !field.readOnly &&
      !["password", "hidden", "file", "submit"].includes(field.type) &&
      !SECRET.test(field.autocomplete),
  );

const isCheckbox = (field: Field): field is HTMLInputElement => field.type === "checkbox";

/** What differs from the form's own values; null when nothing does. */
function readTyped(form: HTMLFormElement): Fields | null {
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

const readFields = (value: unknown): Fields | null => (typeof value === "object" ? (value as Fields | null) : null);

// Input of forms that is not submitted yet, except passwords and codes. It is stored with each keystroke: as a draft of the user and
// this tab, or without a user in this tab only.
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { parseJson } from "#domain/plain-values.ts";
import { getTabText, removeTabText, setTabText } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { lastStoredMutation, listTouchedIds, outboxState } from "#web/data/offline/pending.ts";
import {
  adoptDraft,
  dropDraft,
  getSignOutEpoch,
  listDrafts,
  readOwnDraft,
  storeDraft,
} from "#web/data/offline/typed/drafts.ts";
import { getProperty } from "#web/data/problem.ts";
import { getLastPerson, personChange } from "#web/data/session/person.ts";
import type { DialogInput } from "#web/ui/overlays/dialog.tsx";

const VERSION = 1;
const PREFIX = "form:";

/**
 * `draft`: stored for the user until it is submitted or discarded. `tab`: stored while the form is open, for reloads of the same
 * address. Without a user, all input is stored like `tab`.
 */
export type InputPlace = "draft" | "tab";

/** Stores one form's input. The key contains the id of the item that the form changes, if any. */
type Slot = {
  key: string;
  read: <Value>(read: (value: unknown) => Value | null) => Value | null;
  /** Stores the input; null if the form is unchanged. */
  store: (value: unknown) => void;
  /** Called when the form is unmounted. */
  close: () => void;
};

function openSlot(key: string, place: InputPlace): Slot {
  const owner = place === "draft" ? getLastPerson()?.id : undefined;
  if (owner === undefined) {
    const store = (value: unknown) => storeInTab(key, value);
    return { key, read: (read) => read(tabInputs.get(key) ?? null), store, close: () => store(null) };
  }
  const epoch = getSignOutEpoch();
  return {
    key,
    read: (read) => readOwnDraft(PREFIX + key, VERSION, read),
    store: (value) => {
      // Input belongs to the user who typed it; it is not stored after a sign-out.
      if (getLastPerson()?.id !== owner) return;
      if (value === null) dropDraft(PREFIX + key);
      else storeDraft(PREFIX + key, VERSION, value, epoch);
    },
    close: () => {},
  };
}

const TAB_KEY = "interrupted-input";

/** Returns the page's address without the language parameter of a link, which a reload drops. */
function getAddress(): string {
  const search = new URLSearchParams(location.search);
  search.delete("lang");
  return `${location.pathname}?${search}`;
}

const storedInputs: unknown = parseJson(getTabText(TAB_KEY) ?? "");
/** The input in this tab, including input from before a reload of the same address. */
const tabInputs = new Map(
  storedInputs !== null && getProperty(storedInputs, "address") === getAddress()
    ? (getProperty(storedInputs, "inputs") as [string, unknown][])
    : [],
);

function storeTabInputs(): void {
  if (tabInputs.size === 0) removeTabText(TAB_KEY);
  else setTabText(TAB_KEY, JSON.stringify({ address: getAddress(), inputs: [...tabInputs] }));
}

function storeInTab(key: string, value: unknown): void {
  if (value === null) tabInputs.delete(key);
  else tabInputs.set(key, value);
  storeTabInputs();
}

/** Resolves when this tab has adopted the input of closed tabs. */
let adopting: Promise<void> = Promise.resolve();

if (typeof window !== "undefined") {
  storeTabInputs();
  // The address may have changed since the last write.
  window.addEventListener("pagehide", storeTabInputs);
  // The user's closed tabs may have left input.
  personChange.subscribe(() => {
    adopting = adoptDraft(PREFIX, true).catch((error: unknown) => logError("Texts of closed tabs", error));
  });
}

/** Removes the stored input of a form after it was submitted. */
export const dropInput = (key: string): void => dropDraft(PREFIX + key);

/** Returns the rest of the keys with this prefix that have unsent input in this tab, so that their forms can be reopened. */
export const listInterruptedForms = (keyPrefix: string): string[] =>
  listDrafts(PREFIX + keyPrefix, true)
    .filter(({ isOwn }) => isOwn)
    .map(({ key }) => key.slice((PREFIX + keyPrefix).length))
    .sort();

/** Whether the form with this key has unsent input. */
export const hasUnsentInput = (key: string): boolean => tabInputs.has(key) || listInterruptedForms(key).includes("");

export type StoredFormInput = DialogInput & {
  /** Submits the form. The stored input is removed if the result succeeds, and stays if it is false or null or rejects. */
  send: (work: unknown) => void;
};

/** Returns the actions on a slot's input; `hasInput` returns whether the form has any. */
function useStoredFormInput(slot: Slot | null, hasInput: () => boolean): StoredFormInput & { onInput: () => void } {
  const isSent = useRef(false);
  const onInput = useCallback(() => {
    isSent.current = false;
  }, []);
  return {
    onInput,
    isUnsaved: () => slot !== null && !isSent.current && hasInput(),
    discard: () => slot?.store(null),
    send: (work) => {
      isSent.current = true;
      const storedInput = slot?.read((value) => value) ?? null;
      // If the browser has no storage, the input must survive a reload.
      const drop = () => isSent.current && outboxState.get().isStored && slot?.store(null);
      let stored = "";
      const unlisten = lastStoredMutation.listen((change) => {
        if (!change || !listTouchedIds(change).some((id) => slot?.key.endsWith(`:${id}`))) return;
        stored = change.id;
        drop();
      });
      const fail = () => {
        // Do not restore input that a conflicting change contains, or that was replaced by newer input.
        const pending = outboxState.get().pendingMutations.find(({ id }) => id === stored);
        if (stored && pending?.refusal?.kind !== "changed" && isSent.current) slot?.store(storedInput);
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
  /** Sets some of the properties. */
  change: (part: Partial<Value>) => void;
};

/** Form state that is stored until it is submitted. `read` validates the stored value and returns null if it is invalid. */
export function useInterruptedInput<Value>(
  key: string,
  initial: Value | (() => Value),
  read: (value: unknown) => Value | null,
  place: InputPlace = "draft",
): InterruptedInput<Value> {
  const slot = useMemo(() => openSlot(key, place), [key, place]);
  const [value, setValue] = useState<Value>(() => slot.read(read) ?? getInitial(initial));
  const hasInput = (current: Value) => JSON.stringify(current) !== JSON.stringify(getInitial(initial));
  const { onInput, ...submission } = useStoredFormInput(slot, () => hasInput(value));
  const latest = useRef({ read, isTyped: hasInput });
  latest.current = { read, isTyped: hasInput };
  useEffect(() => {
    void adopting.then(() => {
      const storedValue = slot.read(latest.current.read);
      if (storedValue !== null) setValue((current) => (latest.current.isTyped(current) ? current : storedValue));
    });
    return slot.close;
  }, [slot]);
  const set = (next: Value) => {
    onInput();
    setValue(next);
    slot.store(hasInput(next) ? next : null);
  };
  return { ...submission, value, set, change: (part) => set({ ...value, ...part }) };
}

const getInitial = <Value>(initial: Value | (() => Value)): Value =>
  initial instanceof Function ? initial() : initial;

export const readText = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Returns a parser for an object with these text properties. */
export const readTexts =
  <Name extends string>(names: readonly Name[]) =>
  (value: unknown): Record<Name, string> | null =>
    names.every((name) => typeof getProperty(value, name) === "string") ? (value as Record<Name, string>) : null;

/** Returns a parser for values that a schema accepts. */
export const createReader =
  <Value>(schema: { safeParse: (value: unknown) => { data?: Value | undefined } }) =>
  (value: unknown): Value | null =>
    schema.safeParse(value).data ?? null;

/** Like `useInterruptedInput`, for a form with uncontrolled fields. Without a key nothing is stored. */
export function useInterruptedFields(
  key: string | null,
  place: InputPlace,
): StoredFormInput & { ref: RefCallback<HTMLFormElement> } {
  const slot = useMemo(() => (key === null ? null : openSlot(key, place)), [key, place]);
  const formRef = useRef<HTMLFormElement>(null);
  const hasInput = () => formRef.current !== null && readTyped(formRef.current) !== null;
  const { onInput, ...submission } = useStoredFormInput(slot, hasInput);
  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      formRef.current = form;
      return form && slot ? bindForm(form, slot, onInput) : undefined;
    },
    [slot, onInput],
  );
  return { ...submission, ref };
}

/** Fills the form with its stored input and stores further input; returns a cleanup function. */
export const attachForm = (form: HTMLFormElement, key: string, place: InputPlace): (() => void) =>
  bindForm(form, openSlot(key, place), () => {});

function bindForm(form: HTMLFormElement, slot: Slot, onInput: () => void): () => void {
  fill(form, slot.read(readFields));
  void adopting.then(() => {
    const storedFields = slot.read(readFields);
    if (storedFields !== null && readTyped(form) === null) fill(form, storedFields);
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

/** May contain invalid values; `fill` ignores them. */
type Fields = Record<string, string | boolean>;

const SECRET = /password|one-time-code/;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the form's input fields without secrets. A revealed password has type text, so its `autocomplete` is checked. */
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

/** Returns the values that differ from the form's defaults; null if none does. */
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

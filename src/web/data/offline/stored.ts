// Schemas that validate stored values before a screen sees them, in the current and earlier formats.
import { z } from "zod";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import type { LockerPosition } from "#domain/loadout/locker-query.ts";
import { getProperty } from "#web/data/problem.ts";
import type { Saved } from "./locker.ts";
import { PENDING_CALLS, type PendingMutation, type PendingMutations } from "./pending.ts";

/** Increase when responses of the server change their format: stored responses with another version are ignored. */
export const ANSWERS_VERSION = 1;

const id = z.string().min(1).max(100);
const instant = z.string().max(40);
const idSchema = z.looseObject({ id });
const targetSchema = z.looseObject({ targetId: id });
const targetsSchema = z.looseObject({ targetIds: z.array(id).min(1) });

const saveSchema = loadoutContent.extend({ id, seenVersion: z.int().min(0), folderId: id.nullish() });
/** Schemas of inputs with more fields than the id. They check what screens rely on; the server checks the rest. */
const INPUT_SCHEMAS: { [C in PendingMutation["call"]]?: z.ZodType } = {
  "loadout.save": saveSchema,
  "loadout.arrange": z.looseObject({ ids: z.array(id).min(1), folderId: id.nullish(), pinned: z.boolean().optional() }),
  "loadout.move": z.looseObject({ id, afterId: id.nullable() }),
  "folder.save": z.looseObject({ id, name: z.string() }),
  "progress.planAdd": targetsSchema,
  "progress.planRemove": targetsSchema,
};

const changeSchema = z.object({
  call: z.enum(PENDING_CALLS),
  input: z.unknown(),
  id,
  name: z.string(),
  others: z.number().optional(),
  at: instant,
  isSent: z.boolean().optional(),
  refusal: z
    .object({
      kind: z.enum(["changed", "refused"]),
      error: z.object({ message: z.string(), data: z.unknown() }),
    })
    .optional(),
  /** In 0.2.0: saves that this one replaced, which were sent and may have arrived. */
  tried: z.array(z.unknown()).optional(),
});

/** A user's stored changes in order. The place is the sort key of a value. */
type StoredList = readonly (readonly [place: string, value: unknown])[];

export type Changes = { pendingMutations: PendingMutations; unreadable: readonly unknown[] };

/** Parses the stored changes of a user; separates those that this version cannot read. */
export function readChanges(list: StoredList): Changes {
  // In 0.2.0 the list is a single value.
  const values: unknown[] = list.flatMap(([, value]) => value);
  return {
    pendingMutations: values.flatMap((value) => readChange(value) ?? []),
    unreadable: values.filter((value) => !readChange(value)),
  };
}

/** A place consists of a number with this many digits, which defines the order, and the id of the change. */
const PLACE_DIGITS = 10;
/** The first number if the database cannot be read; higher than any number in it. */
const UNKNOWN_LIST_START = 5_000_000_000;

/** Returns the entries to store, and as undefined those to remove, to apply `change` to the list. `isWhole` as in store.ts. */
export function changeList(list: StoredList, isWhole: boolean, change: (previous: Changes) => Changes): StoredList {
  const previous = readChanges(list);
  const { pendingMutations, unreadable } = change(previous);
  const places = new Map<unknown, string>();
  for (const [place, value] of list) if (place) places.set(value, place).set(place.slice(PLACE_DIGITS + 1), place);
  let last = Math.max(Number.parseInt(list.at(-1)?.[0] || "0", 10), isWhole ? 0 : UNKNOWN_LIST_START);
  const entries = [...unreadable, ...pendingMutations].map((value) => {
    const id = getProperty(value, "id");
    const place = places.get(value) ?? places.get(id);
    if (place) return [place, value] as const;
    last += 1;
    return [`${String(last).padStart(PLACE_DIGITS, "0")}-${id}`, value] as const;
  });
  const usedPlaces = new Set(entries.map(([place]) => place));
  const unchanged = new Set<unknown>([...previous.pendingMutations, ...previous.unreadable]);
  const stored = new Set(places.values());
  return [
    ...list.filter(([place]) => !usedPlaces.has(place)).map(([place]) => [place, undefined] as const),
    ...entries.filter(([place, value]) => !(unchanged.has(value) && stored.has(place))),
  ];
}

function readChange(value: unknown): PendingMutation[] | null {
  const { data } = changeSchema.safeParse(value);
  if (!data) return null;
  const schema = INPUT_SCHEMAS[data.call] ?? (data.call.startsWith("progress.") ? targetSchema : idSchema);
  const input = schema.safeParse(data.input).data;
  if (!input) return null;
  const { tried = [], ...rest } = data;
  // The cast is safe, because the call determines the type of its input.
  const mutation = { ...rest, input } as PendingMutation;
  // The save that 0.2.0 sent last may have arrived. Send it first, so that the server recognizes it, then the current save.
  const sentInput = saveSchema.safeParse(tried.at(-1)).data;
  if (mutation.call !== "loadout.save" || !sentInput || JSON.stringify(sentInput) === JSON.stringify(mutation.input))
    return [mutation];
  const earlier = { ...mutation, id: `${mutation.id}-sent`, input: sentInput } as PendingMutation;
  return [earlier, { ...mutation, input: { ...mutation.input, seenVersion: sentInput.seenVersion + 1 } }];
}

const savedLoadoutSchema = loadoutContent.extend({
  id,
  version: z.int().min(0),
  folderId: id.nullable(),
  pinnedAt: instant.nullable(),
  place: z.string(),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: instant.nullable(),
});

const positionSchema = savedLoadoutSchema.pick({ id: true, updatedAt: true, place: true, deletedAt: true });

/** Parses the sort fields of a stored loadout, without its content; null if invalid. */
export const readPosition = (value: unknown): z.infer<typeof positionSchema> | null =>
  positionSchema.safeParse(value).data ?? null;

const cursorSchema = z.object({ key: z.string(), id: z.string() });
export const readCursor = (value: unknown): LockerPosition | null => cursorSchema.safeParse(value).data ?? null;

/** Parses a stored loadout; null if invalid. */
export const readSaved = (value: unknown): Saved | null => savedLoadoutSchema.safeParse(value).data ?? null;

/** Parses the locker of 0.2.0, which is a single value; null if invalid. */
export function readOldLocker(value: unknown): { at: number; items: Saved[] } | null {
  const { data } = z.object({ at: z.number(), known: z.record(z.string(), z.unknown()) }).safeParse(value);
  return data ? { at: data.at, items: Object.values(data.known).flatMap((item) => readSaved(item) ?? []) } : null;
}

/** Schemas of responses to which pending changes are applied. */
const ANSWER_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  "folder.list": z.array(z.looseObject({ id, name: z.string() })),
  "platoon.locker.list": z.looseObject({ items: z.array(loadoutContent.extend({ id }).loose()) }),
  "progress.next": z.looseObject({ items: z.array(idSchema) }),
  "progress.checklist": z.looseObject({ items: z.array(idSchema) }),
  "progress.plan": z.looseObject({ items: z.array(idSchema) }),
  "soldier.list": z.array(idSchema),
  "goal.list": z.array(idSchema),
};

const answerSchema = z.object({
  version: z.literal(ANSWERS_VERSION),
  at: z.number(),
  size: z.number(),
  /** The platoon to which the response belongs, if any. */
  organizationId: z.string().nullable(),
  data: z.unknown(),
});

export type StoredAnswer = z.infer<typeof answerSchema>;

/** Parses a stored response, whose name starts with the path of its query; null if invalid. */
export function readAnswer(name: string, value: unknown): StoredAnswer | null {
  const { data } = answerSchema.safeParse(value);
  const schema = ANSWER_SCHEMAS[name.slice(0, name.indexOf(":"))];
  return data && (!schema || schema.safeParse(data.data).success) ? data : null;
}

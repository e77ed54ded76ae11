// Every key that the web app writes into the browser's storage is removed at a sign-out, or contains no personal data.
import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { clearPersonalStorage } from "#web/data/session/sign-out.ts";

/** Keys that `clearPersonalStorage` removes. */
const PERSONAL: Record<string, readonly string[]> = {
  "app/shell/palette/palette.tsx RECENT_KEY": ["palette-recent"],
  "data/stores/chosen-soldier.ts getKey(game)": ["progress-soldier-bf4", "progress-soldier-bf2042"],
  "data/offline/typed/drafts.ts place": ["draft:", "draft-of:a:"],
  "data/offline/typed/drafts.ts ownPlace": ["draft:", "draft-of:a:"],
  "features/account/sign-in/guest-arriving.tsx GUEST_COUNT_KEY": ["guest-brings"],
  "features/account/profile/deleted-screen.tsx DELETION_KEY": ["deletion-asked"],
  "features/account/security/security-tab.tsx PENDING_EMAIL_KEY": ["pending-email"],
  "features/loadout/locker/locker.tsx GUEST_IMPORT_KEY": ["guest-import-dismissed"],
  "features/loadout/transfer/import/pending-import.ts KEY": ["fieldlocker.pending-import"],
  "features/progress/tonight-list.tsx key": ["tonight-checked:"],
};

/** Keys that `rememberPerson(null)` and the outbox remove. */
const WITH_PERSON: Record<string, readonly string[]> = {
  "data/offline/outbox.ts HAS_PENDING_KEY": ["outbox"],
  "data/session/person.ts PERSON_KEY": ["person"],
};

/** Keys that belong to the device and contain no personal data. */
const DEVICE: Record<string, readonly string[]> = {
  "data/offline/typed/drafts.ts EPOCH_KEY": ["sign-outs"],
  "data/stores/shortcuts.ts choice": ["shortcuts", "palette"],
  "data/stores/theme.ts KEY": ["theme"],
  "features/account/sign-in/after-sign-in.ts LAST_METHOD_KEY": ["last-way"],
  "features/account/sign-in/passkey-offer.tsx OFFERED_AT_KEY": ["passkey-offered"],
  "features/arsenal/table/arsenal-list.tsx key": ["columns-bf4", "columns-bf2042"],
};

const WRITE = /(?<!function )(?:\bsetLocal|\blocalStorage\.setItem)\(((?:[^(),]|\([^)]*\))+),/g;

const writes = globSync("src/web/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$|data\/local-storage\.ts$/.test(path))
  .flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(WRITE)].map(([, key]) => `${path.replace("src/web/", "")} ${key}`),
  );

afterEach(() => vi.unstubAllGlobals());

test("every key written to localStorage is listed", () => {
  const listed = Object.keys({ ...PERSONAL, ...WITH_PERSON, ...DEVICE });
  expect([...new Set(writes)].toSorted()).toEqual(listed.toSorted());
});

test("each listed key equals the constant in its file", () => {
  for (const [place, keys] of Object.entries({ ...PERSONAL, ...DEVICE })) {
    const [path = "", name = ""] = place.split(" ");
    const constant = readFileSync(`src/web/${path}`, "utf8").match(new RegExp(`const ${name} = "([^"]+)"`))?.[1];
    if (constant) expect(keys, place).toEqual([constant]);
  }
});

test("a sign-out removes the personal keys and leaves those of the device", () => {
  const storedKeys = Object.fromEntries(
    [...Object.values(PERSONAL), ...Object.values(DEVICE)].flat().map((key) => [key, "1"]),
  );
  const storage = Object.create({
    setItem: (key: string, text: string) => Reflect.set(storage, key, text),
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  });
  vi.stubGlobal("localStorage", Object.assign(storage, storedKeys));
  vi.stubGlobal("sessionStorage", { clear: vi.fn() });
  clearPersonalStorage("a");
  expect(Object.keys(storage).toSorted()).toEqual(Object.values(DEVICE).flat().toSorted());
  expect(sessionStorage.clear).toHaveBeenCalledTimes(1);
});

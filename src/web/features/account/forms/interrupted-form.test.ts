// Tests a sign-in form whose page is reloaded.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
// Imported here, so that the modules that each page imports again are compiled before the first test starts.
import type { InputPlace } from "#web/data/offline/typed/interrupted-input.ts";
import "#web/data/offline/typed/interrupted-input.ts";

class Input {
  readonly name: string;
  readOnly = false;
  type = "text";
  autocomplete = "";
  value = "";
  readonly defaultValue = "";
  checked = true;
  readonly defaultChecked = true;

  constructor(name: string, attributes: Partial<Input> = {}) {
    this.name = name;
    Object.assign(this, attributes);
  }
}

/** Its keys are own properties, as in a browser. */
class FakeStorage {
  [key: string]: unknown;
}

function createStorage() {
  const values = new FakeStorage();
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      values[key] = value;
    },
    removeItem: (key: string) => {
      delete values[key];
    },
    getTexts: () => JSON.stringify(Object.entries(values)),
  };
  return Object.setPrototypeOf(values, methods) as typeof methods;
}

const storages = { local: createStorage(), session: createStorage() };

beforeEach(() => {
  Object.assign(storages, { local: createStorage(), session: createStorage() });
  vi.stubGlobal("localStorage", storages.local);
  vi.stubGlobal("sessionStorage", storages.session);
  // Without Web Locks, the drafts of closed tabs are adopted at once.
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLTextAreaElement", class {});
});
afterEach(() => vi.unstubAllGlobals());

/** Returns the sign-up form of a newly loaded page. */
async function loadPage(address: string) {
  const { pathname, search } = new URL(address, "http://localhost");
  vi.stubGlobal("location", { pathname, search });
  vi.stubGlobal("window", new EventTarget());
  vi.resetModules();
  const { attachForm: followForm } = await import("#web/data/offline/typed/interrupted-input.ts");
  const fields = {
    name: new Input("name"),
    email: new Input("email", { autocomplete: "username" }),
    remember: new Input("remember", { type: "checkbox" }),
    password: new Input("password", { type: "password", autocomplete: "new-password" }),
    revealed: new Input("repeated", { autocomplete: "new-password" }),
    code: new Input("code", { autocomplete: "one-time-code" }),
  };
  const form = Object.assign(new EventTarget(), { elements: Object.values(fields) }) as unknown as HTMLFormElement;
  const open = (place: InputPlace = "tab") => followForm(form, "sign-up", place);
  return { fields, open, close: open(), type: () => form.dispatchEvent(new Event("input")) };
}

const getValues = ({ fields }: Awaited<ReturnType<typeof loadPage>>) => [
  ...Object.values(fields).flatMap(({ value }) => value || []),
  fields.remember.checked,
];

async function typeInto(address: string): Promise<void> {
  const page = await loadPage(address);
  const { name, email, remember, password, revealed, code } = page.fields;
  Object.assign(name, { value: "Ada" });
  Object.assign(email, { value: "ada@example.com" });
  Object.assign(remember, { checked: false });
  for (const secret of [password, revealed, code]) Object.assign(secret, { value: "secret" });
  page.type();
}

test("input survives a reload, except passwords and codes, until the form closes", async () => {
  // As a draft of this user, the input would outlive the form.
  storages.local.setItem("person", JSON.stringify({ id: "a", name: "", isGuest: false, hasEnded: true }));
  const local = storages.local.getTexts();
  await typeInto("/login?mode=sign-up&lang=en");
  expect(storages.session.getTexts()).toContain("ada@example.com");
  expect(storages.session.getTexts()).not.toContain("secret");
  expect(storages.local.getTexts()).toBe(local);

  const page = await loadPage("/login?mode=sign-up");
  expect(getValues(page)).toEqual(["Ada", "ada@example.com", false]);
  page.close();
  for (const field of Object.values(page.fields)) Object.assign(field, { value: "", checked: true });
  page.open();
  expect(getValues(page)).toEqual([true]);
});

test("a page at another address does not get the input and discards it", async () => {
  await typeInto("/login?mode=sign-up");
  expect(getValues(await loadPage("/login"))).toEqual([true]);
  expect(storages.session.getItem("interrupted-input")).toBeNull();
  expect(getValues(await loadPage("/login?mode=sign-up"))).toEqual([true]);
});

test("unchanged fields are not stored", async () => {
  await typeInto("/login?mode=sign-up");
  const page = await loadPage("/login?mode=sign-up");
  for (const field of Object.values(page.fields)) Object.assign(field, { value: "", checked: true });
  page.type();
  expect(storages.session.getItem("interrupted-input")).toBeNull();
});

test("a user's draft survives the form and another user's sign-in, and nothing is stored after a sign-out", async () => {
  storages.local.setItem("person", JSON.stringify({ id: "a", name: "", isGuest: false }));
  const page = await loadPage("/account");
  const close = page.open("draft");
  Object.assign(page.fields.name, { value: "Ada" });
  page.type();
  close();
  const again = await loadPage("/account?tab=security");
  again.open("draft");
  expect(getValues(again)).toEqual(["Ada", true]);
  storages.local.setItem("person", JSON.stringify({ id: "b", name: "", isGuest: false }));
  const others = await loadPage("/account");
  others.open("draft");
  expect(getValues(others)).toEqual([true]);
  storages.local.setItem("sign-outs", "next");
  Object.assign(others.fields.name, { value: "Bob" });
  others.type();
  expect(storages.local.getTexts()).not.toContain("Bob");
});

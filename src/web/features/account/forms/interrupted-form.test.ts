// A form of the sign-in, and the reload that another language brings.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { INTERRUPTED } from "#web/data/local-storage.ts";
// What each page loads anew is compiled before the time of a test begins.
import "#web/data/interrupted-input.ts";

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

function makeStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    getTexts: () => JSON.stringify([...values]),
  };
}

const storages = { local: makeStorage(), session: makeStorage() };

beforeEach(() => {
  Object.assign(storages, { local: makeStorage(), session: makeStorage() });
  vi.stubGlobal("localStorage", storages.local);
  vi.stubGlobal("sessionStorage", storages.session);
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLTextAreaElement", class {});
});
afterEach(() => vi.unstubAllGlobals());

/** The sign-up form on a page that has just been loaded. */
async function loadPage(address: string) {
  const { pathname, search } = new URL(address, "http://localhost");
  vi.stubGlobal("location", { pathname, search });
  vi.stubGlobal("window", new EventTarget());
  vi.resetModules();
  const { followForm } = await import("#web/data/interrupted-input.ts");
  const fields = {
    name: new Input("name"),
    email: new Input("email", { autocomplete: "username" }),
    remember: new Input("remember", { type: "checkbox" }),
    password: new Input("password", { type: "password", autocomplete: "new-password" }),
    revealed: new Input("repeated", { autocomplete: "new-password" }),
    code: new Input("code", { autocomplete: "one-time-code" }),
  };
  const open = () => followForm({ elements: Object.values(fields) } as unknown as HTMLFormElement, "sign-up", "tab");
  return { fields, open, close: open(), interrupt: () => window.dispatchEvent(new Event(INTERRUPTED)) };
}

const getValues = ({ fields }: Awaited<ReturnType<typeof loadPage>>) => [
  ...Object.values(fields).flatMap(({ value }) => value || []),
  fields.remember.checked,
];

async function typeAndInterrupt(address: string): Promise<void> {
  const page = await loadPage(address);
  const { name, email, remember, password, revealed, code } = page.fields;
  Object.assign(name, { value: "Ada" });
  Object.assign(email, { value: "ada@example.com" });
  Object.assign(remember, { checked: false });
  for (const secret of [password, revealed, code]) Object.assign(secret, { value: "secret" });
  page.interrupt();
}

test("what was typed is there after a reload, without passwords and codes, and until the form closes", async () => {
  // As a draft of this person it would outlive the reload.
  storages.local.setItem("person", JSON.stringify({ id: "a", name: "", isGuest: false, hasEnded: true }));
  const local = storages.local.getTexts();
  await typeAndInterrupt("/login?mode=sign-up&lang=en");
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

test("a page at another address gets nothing, and none after it", async () => {
  await typeAndInterrupt("/login?mode=sign-up");
  expect(getValues(await loadPage("/login"))).toEqual([true]);
  expect(storages.session.getTexts()).toBe("[]");
  expect(getValues(await loadPage("/login?mode=sign-up"))).toEqual([true]);
});

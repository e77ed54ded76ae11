// What a person types or chooses on a prerendered page before React has taken its fields over: React keeps its own value and calls no
// handler for the change. It is entered again once the app responds.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS = ":is(input,select,textarea)";
/** Time after the frame's buttons work within which React takes the rest of the page over. */
const HYDRATION_MS = 5000;

const isMark = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

const getValue = (field: Field): string => (isMark(field) ? String(field.checked) : field.value);

/** The value in the HTML of the page. */
function getFirstValue(field: Field): string {
  if (field instanceof HTMLSelectElement)
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
  return isMark(field) ? String(field.defaultChecked) : field.defaultValue;
}

const announce = (field: Field, type: "input" | "change") => field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets the value by the browser's setter: React replaces that of the field itself, and would not notice a difference. */
const setUnnoticed = (field: Field, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);

function enter(field: Field, value: string): void {
  // Makes React hydrate the part of the page with the field now.
  announce(field, "input");
  if (isMark(field)) {
    field.checked = value !== "true";
    field.click();
  } else {
    field.value = getFirstValue(field);
    setUnnoticed(field, value);
    announce(field, field instanceof HTMLSelectElement ? "change" : "input");
  }
}

/** Enters what changed in the page's fields before React has taken them over, once `ready` shows that the app responds. */
export function keepEarlyInput(page: HTMLElement, ready: Promise<void>): void {
  const fields = new Set<EventTarget>(page.querySelectorAll<Field>(FIELDS));
  const changed = new Map<Field, string>();
  const ended = new AbortController();
  let isReady = false;
  const note = (field: Field) => {
    if (field.type === "radio" && !(field as HTMLInputElement).checked) return;
    // Of a group of radio buttons the last choice alone.
    for (const other of changed.keys())
      if (field.type === "radio" && other.type === "radio" && other.name === field.name) changed.delete(other);
    changed.set(field, getValue(field));
  };
  const enterAll = () => {
    for (const [field, value] of changed) {
      changed.delete(field);
      fields.delete(field);
      if (field.isConnected) enter(field, value);
    }
  };
  for (const field of page.querySelectorAll<Field>(FIELDS)) if (getValue(field) !== getFirstValue(field)) note(field);
  addEventListener(
    "input",
    ({ target }) => {
      if (!target || !fields.has(target)) return;
      note(target as Field);
      // Its part of the page may not be hydrated yet: the same value twice does no harm.
      if (isReady) setTimeout(enterAll);
    },
    { capture: true, signal: ended.signal },
  );
  void ready.then(() => {
    isReady = true;
    enterAll();
    setTimeout(() => ended.abort(), HYDRATION_MS);
  });
}

// Restores input that a user makes on a prerendered page before React has hydrated its fields. React keeps its own value and calls
// no handler for such a change, so the input is repeated after hydration.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS = ":is(input,select,textarea)";
/** The time after the layout is interactive within which React hydrates the rest of the page. */
const HYDRATION_MS = 5000;

const isCheckable = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

const getValue = (field: Field): string => (isCheckable(field) ? String(field.checked) : field.value);

/** Returns the field's value in the HTML of the page. */
function getDefaultValue(field: Field): string {
  if (field instanceof HTMLSelectElement)
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
  return isCheckable(field) ? String(field.defaultChecked) : field.defaultValue;
}

const dispatchInputEvent = (field: Field, type: "input" | "change") =>
  field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets the value with the browser's setter. React overrides the setter of the field and would not detect a difference. */
const setNativeValue = (field: Field, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);

function enterValue(field: Field, value: string): void {
  // The event makes React hydrate this part of the page now.
  dispatchInputEvent(field, "input");
  if (isCheckable(field)) {
    field.checked = value !== "true";
    field.click();
  } else {
    field.value = getDefaultValue(field);
    setNativeValue(field, value);
    dispatchInputEvent(field, field instanceof HTMLSelectElement ? "change" : "input");
  }
}

/** Repeats the input that was made in the page's fields before hydration, after `ready` resolves. */
export function restoreEarlyInput(page: HTMLElement, ready: Promise<void>): void {
  const fields = new Set<EventTarget>(page.querySelectorAll<Field>(FIELDS));
  const changed = new Map<Field, string>();
  const controller = new AbortController();
  let isReady = false;
  const recordChange = (field: Field) => {
    if (field.type === "radio" && !(field as HTMLInputElement).checked) return;
    // In a group of radio buttons only the last choice counts.
    for (const other of changed.keys())
      if (field.type === "radio" && other.type === "radio" && other.name === field.name) changed.delete(other);
    changed.set(field, getValue(field));
  };
  const enterAll = () => {
    for (const [field, value] of changed) {
      changed.delete(field);
      fields.delete(field);
      if (field.isConnected) enterValue(field, value);
    }
  };
  for (const field of page.querySelectorAll<Field>(FIELDS))
    if (getValue(field) !== getDefaultValue(field)) recordChange(field);
  addEventListener(
    "input",
    ({ target }) => {
      if (!target || !fields.has(target)) return;
      recordChange(target as Field);
      // This part of the page may not be hydrated yet. Entering the same value twice has no effect.
      if (isReady) setTimeout(enterAll);
    },
    { capture: true, signal: controller.signal },
  );
  void ready.then(() => {
    isReady = true;
    enterAll();
    setTimeout(() => controller.abort(), HYDRATION_MS);
  });
}

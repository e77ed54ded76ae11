// Elements as people name them, for browsers that are driven without Playwright's locators.

/** XPath knows no escapes: a text stands in the kind of quotes it does not contain. */
const quote = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

const named = (tag: string, name: string): string =>
  `//${tag}[(normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}) and not(ancestor-or-self::*[@hidden])]`;

export const button = (name: string): string => named("button", name);
export const link = (name: string): string => named("a", name);
export const menuItem = (name: string): string => named("*[@role='menuitem']", name);
export const heading = (name: string): string =>
  `//*[self::h1 or self::h2 or self::h3][normalize-space(.)=${quote(name)}]`;
/** A field of one line, or of several, by the beginning of its label. */
export const field = (label: string): string =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(.), ${quote(label)})]/@for]`;
export const containing = (content: string): string => `//*[contains(text(), ${quote(content)})]`;
/** The same within the dialog that is open. */
export const inDialog = (xpath: string): string => `//*[@role='dialog']${xpath}`;

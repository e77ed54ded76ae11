// XPath expressions for elements by their visible names, for browsers that are driven without Playwright's locators.

/** XPath has no escapes, so a text is put in the kind of quotes that it does not contain. */
const quote = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

const createNamedXpath = (tag: string, name: string): string =>
  `//${tag}[(normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}) and not(ancestor-or-self::*[@hidden])]`;

export const button = (name: string): string => createNamedXpath("button", name);
export const link = (name: string): string => createNamedXpath("a", name);
export const menuItem = (name: string): string => createNamedXpath("*[@role='menuitem']", name);
export const heading = (name: string): string =>
  `//*[self::h1 or self::h2 or self::h3][normalize-space(.)=${quote(name)}]`;
/** A text field, by the beginning of its label. */
export const field = (label: string): string =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(.), ${quote(label)})]/@for]`;
export const elementWithText = (content: string): string => `//*[contains(text(), ${quote(content)})]`;
/** Restricts an expression to the open dialog. */
export const inDialog = (xpath: string): string => `//*[@role='dialog']${xpath}`;

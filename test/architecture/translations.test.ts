// A translation has all messages of the English catalogues, with the same inputs and markup, the plural forms of its language, and
// no untranslated text.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { BASE_LANGUAGE, LANGUAGES, type Language, PSEUDO_LANGUAGE, RELEASED_LANGUAGES } from "#messages/languages.ts";
import { parseSiteLanguages, toPseudoText } from "#scripts/messages.ts";
import same from "#test/fixtures/same-as-english.json" with { type: "json" };
import { findUntranslated, translateLocators } from "#test/harness/browser/wording.ts";

type Variants = {
  declarations: readonly string[];
  selectors: readonly string[];
  match: Readonly<Record<string, string>>;
};
type Message = string | readonly [Variants];
type Catalogue = Readonly<Record<string, Message>>;

const readCatalogue = (language: string): Catalogue =>
  Object.assign(
    {},
    ...globSync(`src/messages/${language}/*.json`).map((path) => JSON.parse(readFileSync(path, "utf8"))),
  );

/** Returns the variants of a message; a plain text is a single unconditional variant. */
const getVariants = (message: Message): Variants =>
  typeof message === "string" ? { declarations: [], selectors: [], match: { "": message } } : message[0];

const getInputs = ({ declarations }: Variants): string[] =>
  declarations.flatMap((each) => /^input (\w+)$/.exec(each)?.[1] ?? []).toSorted();

/** Returns the placeholders of a text without locals, because a text such as "1 kill" need not contain the number. */
const getPlaceholders = (text: string, { declarations }: Variants): string[] => {
  const locals = declarations.flatMap((each) => /^local (\w+) =/.exec(each)?.[1] ?? []);
  const all = (text.match(/\{[^}]*\}/g) ?? []).filter((each) => !locals.includes(each.slice(1, -1)));
  // An input may be named twice; an element opens and closes as often as in English.
  return [
    ...new Set(all.filter((each) => /^\{\w/.test(each))),
    ...all.filter((each) => !/^\{\w/.test(each)),
  ].toSorted();
};

const parseCondition = (condition: string): Record<string, string> =>
  Object.fromEntries(condition.split(", ").map((part) => part.split("=") as [string, string]));

/** Returns the combinations of selector values that need a text: the values used in English, and all plural forms of the language. */
function listCases({ declarations, selectors, match }: Variants, tag: string): Record<string, string>[] {
  const conditions = Object.keys(match).map(parseCondition);
  return selectors.reduce<Record<string, string>[]>(
    (cases, selector) => {
      const isPlural = declarations.some((each) => new RegExp(`^local ${selector} = .*: plural`).test(each));
      const values = isPlural
        ? new Intl.PluralRules(tag).resolvedOptions().pluralCategories
        : new Set(conditions.map((condition) => condition[selector] ?? "*"));
      return cases.flatMap((each) => [...values].map((value) => ({ ...each, [selector]: value })));
    },
    [{}],
  );
}

const isCovered = (given: Record<string, string>, { match }: Variants): boolean =>
  Object.keys(match)
    .map(parseCondition)
    .some((condition) => Object.entries(given).every(([name, value]) => ["*", value].includes(condition[name] ?? "*")));

/** Letters that make a word; abbreviations and names in capitals are the same in every language. */
const WORD = /\p{Ll}{2,}/u;

/** Returns short descriptions of the faults of a translated message; `isSame` means that it is listed to stay as in English. */
function listFaults(english: Message, translated: Message | undefined, tag: string, isSame: boolean) {
  if (translated === undefined) return ["is missing"];
  const [source, translatedVariants] = [getVariants(english), getVariants(translated)];
  const faults: string[] = [];
  const used = Object.values(source.match).map((text) => getPlaceholders(text, source));
  const sourceInputs = new Set(used.flat());
  const alwaysUsed = [...sourceInputs].filter((each) => used.every((placeholders) => placeholders.includes(each)));
  if (
    translatedVariants.selectors.length > 0 &&
    source.selectors.length > 0 &&
    `${getInputs(source)}` !== `${getInputs(translatedVariants)}`
  )
    faults.push(`has the inputs ${getInputs(translatedVariants)} instead of ${getInputs(source)}`);
  for (const [condition, text] of Object.entries(translatedVariants.match)) {
    const expected = source.match[condition];
    const placeholders = getPlaceholders(text, translatedVariants);
    const wrong =
      expected === undefined
        ? placeholders.filter((each) => !sourceInputs.has(each)).join(" ") ||
          (alwaysUsed.some((each) => !placeholders.includes(each)) && (placeholders.join(" ") || "nothing"))
        : `${placeholders}` !== `${getPlaceholders(expected, source)}` && (placeholders.join(" ") || "nothing");
    if (wrong) faults.push(`puts in ${wrong}: “${text}”`);
  }
  const stillEnglish = Object.values(translatedVariants.match).filter(
    (text) => WORD.test(text.replaceAll(/\{[^}]*\}/g, "")) && Object.values(source.match).includes(text),
  );
  if (!isSame) faults.push(...stillEnglish.map((text) => `is English: “${text}”`));
  else if (stillEnglish.length === 0) faults.push("is listed to stay as in English, and does not");
  const missing = listCases(
    { ...translatedVariants, match: source.selectors.length > 0 ? source.match : translatedVariants.match },
    tag,
  )
    .filter((each) => !isCovered(each, translatedVariants))
    .map((each) => Object.entries(each).map(([name, value]) => `${name}=${value}`));
  return [...faults, ...missing.map((each) => `has no text for ${each.join(", ")}`)];
}

const english = readCatalogue(BASE_LANGUAGE);
const translations = RELEASED_LANGUAGES.filter((language) => language !== BASE_LANGUAGE);

function checkTranslation(language: keyof typeof LANGUAGES): string[] {
  const translated = readCatalogue(language);
  const listed = [...same.all, ...((same as Record<string, string[]>)[language] ?? [])];
  const allowed = new Set(listed);
  const unknown = [...Object.keys(translated), ...listed].filter((key) => !Object.hasOwn(english, key));
  const twice = listed.filter((key, index) => listed.indexOf(key) < index);
  return [
    ...twice.map((key) => `${key} is listed twice`),
    ...unknown.map((key) => `${key} is in no English catalogue`),
    ...Object.entries(english).flatMap(([key, message]) =>
      listFaults(message, translated[key], LANGUAGES[language].tag, allowed.has(key)).map((fault) => `${key} ${fault}`),
    ),
  ];
}

test("each translation is complete", () => {
  expect(Object.fromEntries(translations.map((language) => [language, checkTranslation(language)]))).toEqual(
    Object.fromEntries(translations.map((language) => [language, []])),
  );
});

test("each folder of catalogues is a language of the site, with the files of English in the order of their keys", () => {
  const files = globSync("src/messages/*/*.json");
  expect([...new Set(files.map((path) => basename(dirname(path))))].toSorted()).toEqual(RELEASED_LANGUAGES.toSorted());
  for (const path of files) {
    const keys = Object.keys(JSON.parse(readFileSync(path, "utf8")));
    expect(keys, path).toEqual(keys.toSorted());
    expect(
      keys.filter((key) => !key.startsWith(`${basename(path, ".json")}_`)),
      path,
    ).toEqual([]);
  }
});

test("a build has English and the named languages, or all released languages if none is named", () => {
  expect(parseSiteLanguages("de, en ,de,")).toEqual(["en", "de"]);
  expect([parseSiteLanguages(undefined), parseSiteLanguages("")]).toEqual([RELEASED_LANGUAGES, RELEASED_LANGUAGES]);
  expect(() => parseSiteLanguages("de, tlh,xx")).toThrow("tlh, xx");
});

describe("the faults of a translation", () => {
  const plural = (match: Record<string, string>): Message => [
    {
      declarations: ["input count", "input name", "local plural = count: plural", "local number = count: number"],
      selectors: ["plural"],
      match,
    },
  ];
  const kills = plural({ "plural=one": "{name}: one kill", "plural=other": "{name}: {number} kills" });
  const germanKills = { "plural=one": "{name}: ein Abschuss", "plural=other": "{name}: {number} Abschüsse" };

  test.for([
    ["none", "Save {name}", "{name} sichern", "de", []],
    ["a missing message", "Save", undefined, "de", ["is missing"]],
    ["a misspelt input", "Save {name}", "{nam} sichern", "de", ["puts in {nam}: “{nam} sichern”"]],
    ["a lost input", "Save {name}", "Sichern", "de", ["puts in nothing: “Sichern”"]],
    ["a lost element", "{#b}Save{/b} now", "{#b}Jetzt sichern", "de", ["puts in {#b}: “{#b}Jetzt sichern”"]],
    ["English", "Save now", "Save now", "de", ["is English: “Save now”"]],
    ["an abbreviation", "TTK", "TTK", "de", []],
    ["a name", "Recon", "Recon", "de", []],
    ["a name that is translated", "Recon", "Aufklärer", "de", ["is listed to stay as in English, and does not"]],
    ["both plurals", kills, plural(germanKills), "de", []],
    [
      "a missing plural",
      kills,
      plural({ "plural=other": germanKills["plural=other"] }),
      "de",
      ["has no text for plural=one"],
    ],
    ["one text for all numbers", kills, plural({ "plural=*": "{name}: {number}" }), "pl", []],
    [
      "plurals of another language",
      kills,
      plural(germanKills),
      "pl",
      ["has no text for plural=few", "has no text for plural=many"],
    ],
    [
      "an input lost in one plural",
      kills,
      plural({ ...germanKills, "plural=one": "ein Abschuss" }),
      "de",
      ["puts in nothing: “ein Abschuss”"],
    ],
    [
      "an input lost in a plural that English lacks",
      kills,
      plural({
        "plural=one": "{name}: jeden",
        "plural=few": "dwa",
        "plural=many": "{name}: pięć",
        "plural=*": "{name}",
      }),
      "pl",
      ["puts in nothing: “dwa”"],
    ],
  ] as const)("%s", ([, source, translated, tag, faults]) => {
    expect(listFaults(source, translated, tag, source === "Recon")).toEqual(faults);
  });
});

test("untranslated texts on a screen are found, with any values of their inputs", () => {
  const english = [
    "Search weapons",
    "Kills per minute over time",
    "Every hit to the head",
    "Save",
    "Assault",
    "Filters (3)",
    "24 kills",
  ];
  const german = [
    "Waffen suchen",
    "Abschüsse pro Minute im Zeitverlauf",
    "Jeder Treffer am Kopf",
    "Battlefield 4",
    "AK-12",
    "Name",
    "Sturmsoldat · 24 Abschüsse",
  ];
  expect(findUntranslated([...german, ...english], "de")).toEqual(english);
  expect(findUntranslated(["Dein Spind: 3 loadouts · Session report"], "de")).toEqual(["3 loadouts", "Session report"]);
});

describe("a locator with an English name finds the translated text", () => {
  /** Returns what getByText is called with for a name, after a page was created for each language. */
  function findName(name: string, ...languages: Language[]): unknown {
    class FakePage {
      getByText(name: unknown) {
        return name;
      }
      locator() {
        return new (class {})();
      }
    }
    for (const language of languages) translateLocators(Object(new FakePage()), language);
    return new FakePage().getByText(name);
  }

  test("in the pseudo-language, which has no catalogues", () => {
    const name = Object(findName("Search weapons", PSEUDO_LANGUAGE));
    expect(toPseudoText("Search weapons")).toMatch(name);
    expect("Other weapons").not.toMatch(name);
  });

  test("by one pattern, however many pages are open, and by the name itself in English", () => {
    expect(findName("Save", "de", "de", "de")).toEqual(findName("Save", "de"));
    expect(findName("Save", "de", BASE_LANGUAGE)).toBe("Save");
  });
});

test("the pseudo-language has accents, is longer, and does not change placeholders", () => {
  const text = "Save {#b}{name}{/b} to the locker of {count}";
  const pseudo = toPseudoText(text);
  expect(pseudo.match(/\{[^}]*\}/g)).toEqual(text.match(/\{[^}]*\}/g));
  expect(pseudo).toMatch(/^\[Šåṽé|^\[Š/);
  const letters = (each: string) => each.replaceAll(/\{[^}]*\}/g, "").length;
  expect(letters(pseudo) / letters(text)).toBeCloseTo(1.4, 1);
});

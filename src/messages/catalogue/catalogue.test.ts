import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { CATALOGUES, findCatalogueId } from "#domain/game-data/catalogue-id.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getCatalogue } from "./catalogue.ts";
import { type CatalogueEntry, createSearchEntries, type Place, searchCatalogue } from "./entry.ts";
import { getCatalogueTitle } from "./title.ts";

const findEntry = (entries: readonly CatalogueEntry[], id: string) => entries.find((entry) => entry.id === id);
const getGoals = (id: string) =>
  findEntry(getCatalogue(ARSENALS.bf4, "awards"), id)?.sections.find(({ title }) => title === "To do")?.items ?? [];

/** The facts that show an id as it is. */
const ID_FACTS: readonly (string | undefined)[] = ["Game file", "ID", "Stats IDs", "Name in the stats"];
/** Names of vehicles, items and maps in the files of the game, and misspelled names of the statistics. */
const INTERNAL_NAMES = new RegExp(
  [
    "\\bU_|_(ALX|GRA|KIN|RUM)\\b|VEH_|Kingston|\\[Portal\\]|^Sur$|\\bAN94",
    "Alligator|Armata|Christy|\\bCrab\\b|\\bCV90|FA18|FNSS|Hanomag|HDT ?Storm|Jaguar|\\bLATV\\b|Littlebird|\\bMi24\\b",
    "Patria|Shoshone|SU35BME|\\bSU57|\\bF35B|ZW11|Zaha|\\bAH64D|\\bBMP2|\\bLAV25|Growler|9k22|\\bAbrams_",
    "Incedniary|Seige|Kwk|Gewerhr|Kaleidescope|Lindmine|Medkit BF2|Quadbike - |No4",
  ].join("|"),
);

describe.for(GAMES)("the catalogues of %s", (game) => {
  test("have entries with unique ids", () => {
    for (const id of CATALOGUES[game]) {
      const ids = getCatalogue(ARSENALS[game], id).map((entry) => entry.id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("link only to entries that exist", () => {
    const arsenal = ARSENALS[game];
    const places = new Set([...arsenal.weapons.keys()].map((id) => `weapons ${id}`));
    const entries = CATALOGUES[game].flatMap((catalogue) => {
      const catalogueEntries = getCatalogue(arsenal, catalogue);
      for (const { id } of catalogueEntries) places.add(`${catalogue} ${id}`);
      return catalogueEntries;
    });
    const links = entries.flatMap(({ sections }) =>
      sections.flatMap(({ items }) => items.flatMap(({ place }) => place ?? [])),
    );
    expect(links.map(({ catalogue, id }) => `${catalogue} ${id}`).filter((place) => !places.has(place))).toEqual([]);
  });

  test("show no id of the data as a title", () => {
    const entries = CATALOGUES[game].flatMap((id) => getCatalogue(ARSENALS[game], id));
    const titles = entries.flatMap(({ group, brief, sections }) => [
      group,
      brief,
      ...sections.map(({ title }) => title),
    ]);
    expect(titles.filter((text) => /^[a-z]+(-[a-z]+)*$/.test(text))).toEqual([]);
  });

  test("show no internal name, except as the id of an asset", () => {
    const texts = CATALOGUES[game]
      .flatMap((id) => getCatalogue(ARSENALS[game], id))
      .flatMap(({ id, name, label, group, brief, facts, sections }) => [
        ...[name, name === "No in-game name" ? null : label, group, brief].map((text) => [id, text] as const),
        ...facts.filter((fact) => !ID_FACTS.includes(fact.label)).map(({ value }) => [id, value] as const),
        ...sections.flatMap(({ title, items }) => [title, ...items.map(({ name }) => name)]).map((text) => [id, text]),
      ]);
    expect(texts.filter(([, text]) => INTERNAL_NAMES.test(text ?? ""))).toEqual([]);
  });

  test("show no count of 0, except for the points of the first rank", () => {
    const entries = CATALOGUES[game].flatMap((id) => getCatalogue(ARSENALS[game], id));
    expect(entries.filter(({ amount }) => /^0 (?!points)/.test(amount ?? "")).map(({ name }) => name)).toEqual([]);
  });

  test("refer only to sources of the arsenal", () => {
    const { sources } = ARSENALS[game];
    const entries = CATALOGUES[game].flatMap((id) => getCatalogue(ARSENALS[game], id));
    const sourceIds = entries.flatMap(({ sourceId, facts }) => [
      sourceId,
      ...facts.flatMap((fact) => fact.sourceId ?? []),
    ]);
    expect(sourceIds.filter((id) => !sources.has(id))).toEqual([]);
  });
});

test("the entry of a kit has the number of choices per slot", () => {
  expect(findEntry(getCatalogue(ARSENALS.bf4, "kits"), "assault")?.brief).toMatch(
    /^\d+ primary weapons, \d+ sidearms, \d+ gadgets for slot 1, \d+ gadgets for slot 2, \d+ grenades, \d+ melee weapons, \d+ field upgrades$/,
  );
  expect(findEntry(getCatalogue(ARSENALS.bf2042, "kits"), "assault")?.brief).toMatch(
    /^\d+ specialists, \d+ gadgets, \d+ throwables$/,
  );
});

test("a game has only its own catalogues, and kits are called classes", () => {
  expect(getCatalogue(ARSENALS.bf2042, "ranks")).toEqual([]);
  expect(findCatalogueId("bf2042", "ranks")).toBeUndefined();
  expect(getCatalogueTitle("kits")).toBe("Classes");
  expect(getCatalogueTitle("unlock-ladders")).toBe("Unlock ladders");
});

describe("a Battlefield 4 gadget with several records", () => {
  const getThrowable = (id: string) => findEntry(getCatalogue(ARSENALS.bf4, "throwables"), id);

  test.for(["gadgets", "throwables", "melee"] as const)("has one entry among the %s", (catalogue) => {
    const names = getCatalogue(ARSENALS.bf4, catalogue).map(({ name }) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  test("lists the kits of all its records, each with its unlock", () => {
    const claymore = findEntry(getCatalogue(ARSENALS.bf4, "gadgets"), "m18-claymore");
    expect(claymore).toMatchObject({
      otherIds: ["m18-claymore2", "m18-claymore1"],
      kitIds: ["support", "recon"],
      facts: expect.arrayContaining([
        { label: "Unlocked by, as Support", value: "7,000 Support score" },
        { label: "Unlocked by, as Recon", value: "104,000 Recon score" },
      ]),
    });
    expect(getThrowable("m18-smoke")).toMatchObject({
      otherIds: ["m18-smoke1"],
      brief: expect.stringMatching(/^All classes/),
    });
    expect(getThrowable("m18-smoke1")).toBeUndefined();
  });

  test("is linked from a ladder that refers to its second record", () => {
    const ladder = findEntry(getCatalogue(ARSENALS.bf4, "unlock-ladders"), "handgrenades");
    const smoke = ladder?.sections.flatMap(({ items }) => items).filter(({ name }) => name === "M18 Smoke");
    expect(smoke).toMatchObject([{ place: { catalogue: "throwables", id: "m18-smoke" } }]);
  });
});

describe("Battlefield 4", () => {
  const { bf4 } = ARSENALS;

  test.for([
    ["vehicles", "z-11w", ["z-11w1"]],
    ["vehicles", "hj-8-launcher", ["hj-8-launcher1"]],
  ] as const)("has one entry among the %s for %s", ([catalogue, id, otherIds]) => {
    const names = getCatalogue(bf4, catalogue).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(findEntry(getCatalogue(bf4, catalogue), id)).toMatchObject({ otherIds });
  });

  test("lists the HJ-8, an anti-tank launcher, among the stationary weapons", () => {
    expect(findEntry(getCatalogue(bf4, "vehicles"), "hj-8-launcher")?.group).toBe("Stationary Weapons");
  });

  test("lists no weapon class and no empty slot as a gadget, but opens them", () => {
    const unlisted = getCatalogue(bf4, "gadgets").filter(({ isListed }) => !isListed);
    expect(unlisted.map(({ name }) => name)).toEqual(["Carbine", "DMR", "No Gadget", "Shotgun"]);
  });

  test.for(["hvm-ii", "m136-cs", "m32-mgl", "rorsch-mk-1"])("shows that %s is found on the map", (id) => {
    const entry = findEntry(getCatalogue(bf4, "gadgets"), id);
    expect(entry?.brief).toBe("Found on the map");
    expect(entry?.facts.map(({ label }) => label)).not.toContain("Unlocked by");
  });

  test.for([
    ["weapons", "rpk-74m", "RPK-74M"],
    ["weapons", "l96a1", "L96A1"],
    ["gadgets", "neck", "Neck Knife"],
    ["gadgets", "boot", "Boot Knife"],
    ["modes", "16777216", "Defuse"],
  ] as const)("names, among the %s, %s: %s", ([list, id, name]) => {
    expect(bf4[list].get(id)?.name).toBe(name);
  });

  test("has no two awards of the same name and realm", () => {
    const names = [...bf4.awards.values()].map(({ realm, name }) => `${realm} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("names the item of an award like the arsenal, and adds the award's name in the game", () => {
    const entry = findEntry(getCatalogue(bf4, "awards"), "mp-sshaqbb95");
    expect(entry?.name).toBe("QBB-95-1 Service Star");
    expect(entry?.facts).toContainEqual({ label: "Name in the game", value: "QBB-95 Service Star" });
  });
});

describe("Battlefield 2042", () => {
  const { bf2042 } = ARSENALS;
  const vehicles = getCatalogue(bf2042, "vehicles");
  const attachments = getCatalogue(bf2042, "attachments");
  const statistics = getCatalogue(bf2042, "statistics-names");

  test.for([
    ["ebaa-wildcat", "Armoured Cars"],
    ["rah-68-huron", "Stealth Helicopters"],
    ["yg-99-hannibal", "Stealth Helicopters"],
    ["yuv-2-pondhawk", "Hoverbikes"],
  ])("lists the vehicle %s among: %s", ([id = "", group]) => {
    expect(findEntry(vehicles, id)?.group).toBe(group);
  });

  test.for(["scar-h", "aks-74u-bf3", "mtar-21-bf3", "a-91-bf3"])("lists Battlefield 3's %s as a carbine", (id) => {
    expect(bf2042.weapons.get(id)?.class).toBe("carbine");
  });

  test("has a slot and one range for each sight, and a slot for each suppressor", () => {
    const options = [...bf2042.attachments.values()].flatMap((weapon) => weapon.options);
    const named = options.filter(({ name }) => name === "Default Scope" || name === "Suppressor");
    expect(named.filter(({ slot }) => slot !== "sight" && slot !== "barrel")).toEqual([]);
    const ranges = Map.groupBy(
      options.filter(({ slot, name }) => slot === "sight" && name !== "Default Scope"),
      ({ name }) => name,
    );
    const mixed = [...ranges].filter(([, sights]) => new Set(sights.map(({ kind }) => kind)).size > 1);
    expect(mixed.map(([name]) => name)).toEqual([]);
  });

  test.for([
    ["no-slot-default-scope", "sight-default-scope"],
    ["no-slot-suppressor", "barrel-suppressor"],
    ["ammunition-1-buckshot-shell-drum", "ammunition-01-buckshot-drum"],
  ])("opens the attachment %s, an earlier id", ([earlier = "", id = ""]) => {
    expect(findEntry(attachments, id)?.otherIds).toContain(earlier);
  });

  test("shows the statistics' names of items under the names of their records", () => {
    expect(findEntry(statistics, "open_1942_atmine")).toMatchObject({
      name: "Landmine",
      label: "Battlefield 1942 (Portal)",
      facts: expect.arrayContaining([{ label: "Name in the stats", value: "Lindmine" }]),
    });
    expect(findEntry(statistics, "kin_kaleidescope")?.name).toBe("Kaleidoscope");
    expect(findEntry(statistics, "sur_stat_kord")?.name).toBe("KORD HMG");
  });
});

describe("the vehicle armament of Battlefield 2042", () => {
  const armament = getCatalogue(ARSENALS.bf2042, "vehicle-armament");
  const vehicles = getCatalogue(ARSENALS.bf2042, "vehicles");

  test.for([
    ["U_VEH_Airplane_B-17Bomber_50Cal_Top", "Guns and grenade launchers"],
    ["U_VEH_Tank_M1A2Abrams_GuidedShell", "Guns and grenade launchers"],
    ["U_VEH_AH6_HeatSeekers", "Missiles and rockets"],
    ["U_VEH_BMP-2_ATGM_Launcher", "Missiles and rockets"],
    ["U_VEH_AH64D_Ability_GuidedRockets", "Missiles and rockets"],
    ["U_VEH_Airplane_B-17Bomber_Bomb", "Bombs and mines"],
    ["U_VEH_Bolte_MineLayer", "Bombs and mines"],
    ["U_VEH_AH6_ECMJammer", "Abilities"],
    ["U_VEH_AH6_LaserDesignator", "Abilities"],
    ["U_VEH_Hannibal_StealthMode", "Abilities"],
    ["U_VEH_CV90_Threat_Detection", "Abilities"],
    ["U_VEH_MAV_EMPJammer", "Gadgets"],
    ["U_VEH_AutoTurret", "Gadgets"],
  ])("%s is among: %s", ([id = "", group]) => {
    expect(findEntry(armament, id)).toMatchObject({ group, brief: group });
  });

  test("has no two entries with the same name and label", () => {
    const titles = armament.map(({ name, label }) => `${name} / ${label}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test("names its vehicle; only one weapon's vehicle is unknown", () => {
    expect(findEntry(armament, "U_VEH_Condor_40mmGL")).toMatchObject({
      name: "30mm Cannon",
      label: "MV-38 Condor",
      facts: expect.arrayContaining([{ label: "Vehicle", value: "MV-38 Condor" }]),
      sections: [{ title: "Vehicles", items: [{ place: { catalogue: "vehicles", id: "mv-38-condor" } }] }],
    });
    const unknown = armament.filter(({ facts }) => facts.some(({ label, value }) => label === "Vehicle" && !value));
    expect(unknown.map(({ id }) => id)).toEqual(["U_VEH_RWS_Transport_Canister"]);
  });

  test("is listed with its vehicle, by kind", () => {
    const sections = findEntry(vehicles, "emkv90-tor")?.sections ?? [];
    const names = sections.map(({ title, items }) => [title, items.map(({ name }) => name)] as const);
    expect(Object.fromEntries(names)).toMatchObject({
      "Guns and grenade launchers": expect.arrayContaining(["HV-EMG Hammer", "HHV-EMG Maul"]),
      Abilities: expect.arrayContaining(["Siege Mode", "Threat Detection"]),
    });
    const unarmed = vehicles.filter(({ sections: [section] }) => !section?.items.some(isArmament));
    expect(unarmed.map(({ name }) => name)).toEqual(["Kübelwagen", "Willys MB"]);
  });
});

const isArmament = ({ place }: { place: Place | null }) => place?.catalogue === "vehicle-armament";

test("unpublished figures of a vehicle are shown as unknown", () => {
  const tank = findEntry(getCatalogue(ARSENALS.bf4, "vehicles"), "m1-abrams");
  expect(tank?.facts).toContainEqual({ label: "Health", value: null });
});

test("a part without a name in the game has its asset as label", () => {
  const parts = getCatalogue(ARSENALS.bf2042, "attachments");
  const unnamedParts = parts.filter(({ name }) => name === "No in-game name");
  expect(unnamedParts.length).toBeGreaterThan(0);
  expect(unnamedParts.filter(({ label }) => label === null)).toEqual([]);
});

test.for([
  ["kills with a class of weapons", "mp-as17", "Get 8 kills with carbines"],
  ["a counted action", "mp-as17", "Repair vehicles 17 times"],
  ["kills with one weapon", "mp-drCA3", "Get 500 kills with the SG553"],
  ["a rank", "mp-rk010", "Reach rank 10"],
  ["a round", "mp-r01", "Get 5 kill assists in one round"],
])("a goal that requires %s has its own text", ([, id = "", text]) => {
  expect(getGoals(id).map(({ name }) => name)).toContain(text);
});

test("a goal that requires another award links to it", () => {
  const places = getGoals("mp-as14").concat(getGoals("mp-as08"), ...["mp-as03", "mp-as11"].map(getGoals));
  expect(places.filter(({ name }) => name.startsWith("Earn")).every(({ place }) => place?.catalogue === "awards")).toBe(
    true,
  );
});

test("a search finds typed words in names first, with and without dashes, then in all texts of an entry", () => {
  const searchEntries = createSearchEntries(getCatalogue(ARSENALS.bf4, "attachments"));
  expect(searchCatalogue(searchEntries, "acog ak12").map(({ name }) => name)).toEqual(["ACOG (4x)"]);
  expect(searchCatalogue(searchEntries, "Ácog")[0]?.name).toBe("ACOG (4x)");
  expect(searchCatalogue(searchEntries, "  ")).toHaveLength(82);
  expect(searchCatalogue(searchEntries, "ＡＣＯＧ")[0]?.name).toBe("ACOG (4x)");
  for (const signs of ["-", "(", "+++", "★", "´", "\u0301", "\u200D"])
    expect(searchCatalogue(searchEntries, signs)).toEqual([]);
  expect(searchCatalogue(searchEntries, "railgun")).toEqual([]);
});

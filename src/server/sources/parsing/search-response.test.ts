import { expect, test } from "vitest";
import { parseFoundSoldiers } from "#server/sources/statistics-source.ts";

test("parseFoundSoldiers lists each soldier of Battlefield 2042 once per platform, exact names first", () => {
  const results = [
    { nucleusId: 1, personaId: 11, name: "Robin_2", platform: 1 },
    { nucleusId: 1, personaId: 12, name: "ROBIN", platform: 2 },
    { nucleusId: 1, personaId: 13, name: "Robin", platform: 3 },
    { nucleusId: 1, personaId: 14, name: "Robin", platform: 5 },
    { nucleusId: 1, personaId: 15, name: "Robin", platform: 77 },
    { nucleusId: 1, personaId: "16", name: "", platform: 1 },
    null,
  ];
  expect(parseFoundSoldiers({ results }, "bf2042", "robin")).toEqual([
    { game: "bf2042", platform: "psn", name: "ROBIN", playerId: "12" },
    { game: "bf2042", platform: "xbox", name: "Robin", playerId: "14" },
    { game: "bf2042", platform: "pc", name: "Robin_2", playerId: "11" },
  ]);
});

test("parseFoundSoldiers reads the plain list of Battlefield 4", () => {
  const response = [{ personaId: 11, personaName: "Robin", userId: 1, platformId: 1 }];
  expect(parseFoundSoldiers(response, "bf4", "Robin")).toEqual([
    { game: "bf4", platform: "pc", name: "Robin", playerId: "11" },
  ]);
});

test.for([null, "no", 7, {}, { results: "none" }, [[]]])("parseFoundSoldiers finds no soldier in %j", (response) => {
  expect(parseFoundSoldiers(response, "bf2042", "Robin")).toEqual([]);
});

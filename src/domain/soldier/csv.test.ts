import { expect, test } from "vitest";
import { toCsv } from "./difference.ts";
import { noStatistics } from "./statistics.ts";

test("statistics as CSV have a line per known value, and text that cannot act", () => {
  const row = (name: string) => ({ id: "x", name, known: false, values: { kills: 3 } });
  const csv = toCsv({
    ...noStatistics("bf4"),
    figures: { kills: 1200, killDeath: 1.5 },
    tables: { weapons: [row("=1+1"), row('5" gun, long')] },
  });
  expect(csv.split("\r\n")).toEqual([
    "table,id,name,figure,value",
    "soldier,killDeath,K/D,K/D,1.5",
    "soldier,kills,Kills,Kills,1200",
    "weapons,x,'=1+1,Kills,3",
    'weapons,x,"5"" gun, long",Kills,3',
  ]);
});

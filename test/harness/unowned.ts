// Finds tables in a statement whose rows are not restricted to one owner, or to a list of owners.
import { OWNED_TABLES } from "#test/harness/data/people.ts";

/** The comment that OF_ALL_OWNERS adds to a statement. */
const DECLARATION = "/* of all owners */";
const NAME = '"?([A-Za-z]+)"?';
const REFERENCE = new RegExp(`\\b(?:from|join|update|into)\\s+${NAME}(?:\\s+as\\s+${NAME})?`, "gi");
const OWNER = "userId|organizationId";

type Reference = { table: string; alias: string };

/** Returns the tables of OWNED_TABLES that the statement uses without naming the owner of the rows. */
export function findUnowned(sql: string): string[] {
  if (sql.includes(DECLARATION) || /^\s*(create|alter|drop|explain|pragma)\b/i.test(sql)) return [];
  return listBlocks(sql).flatMap((block) => {
    const ownedReferences = listReferences(block).filter(({ table }) => table in OWNED_TABLES);
    const unbound = new Set(
      ownedReferences.filter((reference) => !isBound(block, reference, ownedReferences)).map(({ alias }) => alias),
    );
    // An owner column that has to equal that of a restricted table is restricted, too. Tables of other blocks are checked in
    // their block, and tables without an owner, such as the members of a platoon, count as restricted.
    for (let isDone = false; !isDone; ) {
      const linked = [...unbound].find((alias) => listLinks(block, alias).some((other) => !unbound.has(other)));
      isDone = linked === undefined || !unbound.delete(linked);
    }
    return ownedReferences.filter(({ alias }) => unbound.has(alias)).map(({ table }) => table);
  });
}

/** Returns the statement and each nested SELECT, which may also refer to the tables of the outer ones. */
function listBlocks(sql: string): string[] {
  let current = { text: "" };
  const blocks = [current];
  const open: ({ text: string } | null)[] = [];
  for (const [index, character] of [...sql].entries()) {
    if (character === "(") {
      const isSelect = /^\(\s*select\b/i.test(sql.slice(index));
      open.push(isSelect ? current : null);
      current.text += isSelect ? "(select)" : "(";
      if (!isSelect) continue;
      current = { text: "" };
      blocks.push(current);
    } else if (character === ")") {
      const outer = open.pop();
      if (outer) current = outer;
      else current.text += ")";
    } else current.text += character;
  }
  // Each part of a union is a statement of its own, and the SET clause of an UPDATE does not restrict rows.
  return blocks.flatMap(({ text }) =>
    text.split(/\bunion(?: all)?\b/i).map((part) => part.replace(/\bset\b.*?(?=\bwhere\b|$)/is, "")),
  );
}

const listReferences = (text: string): Reference[] =>
  [...text.matchAll(REFERENCE)].map(([, table = "", alias]) => ({
    table,
    alias: alias && !/^(set|where|inner|left|on|values)$/i.test(alias) ? alias : table,
  }));

/** Whether the owner column is compared with a value, or inserted. */
function isBound(text: string, { table, alias }: Reference, own: readonly Reference[]): boolean {
  const value = "(?:=|in)\\s*(?:\\(?\\s*(?:\\$\\d|\\?|'|\\(?\\s*values))";
  const column = `"?(?:${OWNED_TABLES[table] ?? OWNER})"?`;
  if (new RegExp(`"?\\b${alias}\\b"?\\.${column}\\s*${value}`, "i").test(text)) return true;
  if (new RegExp(`^\\s*insert\\s+into\\s+"?${table}"?\\s*\\([^)]*${column}`, "i").test(text)) return true;
  return own.length === 1 && new RegExp(`(?:^|[^.\\w"])${column}\\s*${value}`, "i").test(text);
}

/** Returns the other tables whose owner has to equal the owner of this one. */
function listLinks(text: string, alias: string): string[] {
  const side = `"?([A-Za-z]+)"?\\."?(?:${OWNER})"?`;
  return [...text.matchAll(new RegExp(`${side}\\s*=\\s*${side}`, "gi"))].flatMap(([, one = "", other = ""]) => {
    if (one === alias) return other;
    return other === alias ? one : [];
  });
}

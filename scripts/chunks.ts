// Which file of the build a module travels in. Each file costs a round trip where few are fetched at a time, so that what
// a first load needs comes in few; whatever is brought later is left to the bundler.
import type { Plugin, Rolldown } from "vite";

/** What every page stands on; the file changes with these packages only. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store))\//;
const OURS = /\/src\/(domain|web|messages)\/|^\0message:/;
const ENTRY = /src\/web\/main\.tsx$/;
/** What of the query library no first drawing uses: changes, lists in pages, several queries at once. */
const QUERY_LATER =
  /@tanstack\/(query-core|react-query)\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation(State)?|mutationObserver)\.js$/;
/** The cache of queries, which the home page is drawn without; every other page begins with it. */
const QUERY =
  /(node_modules\/@tanstack\/(query-core|react-query)\/|src\/web\/data\/(query-client|session\/session-query)\.ts$)/;
const HOME = /src\/web\/routes\/index\.tsx\?tsr-split=component$/;
/** Modules that only the home page renders, and chart modules that it hardly needs before a chart is touched. */
const APART = /src\/web\/(features\/home|routes|components\/charts\/chart-drawing)/;
/** Started by the page itself, once the first screen is drawn. */
const KEYS = /src\/web\/app\/shell\/hotkeys\.ts$/;
const GAME = /src\/web\/routes\/-game-panels\.tsx$/;
const LOGIN = /src\/web\/routes\/login\.tsx\?tsr-split=component$/;
/** Brought by itself, before or after any of these. */
const DATA = /src\/web\/data\/trpc\.ts$/;
/** The modules with which a screen requests data; a screen that imports them needs no other module of a game's page. */
const ASKING = /src\/web\/data\/(trpc\.ts|data-provider\.tsx)$/;

/**
 * The data client's package holds its streams of events in the file of the client itself. Those who listen bring a second
 * copy, so that what streams need is in no first load: 2.1 kB less for each page that asks for data.
 */
const EVENTS_APART: Plugin = {
  name: "events-apart",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer) {
    if (source !== "@trpc/client" || !importer?.endsWith("/src/web/data/streams/subscriptions.ts")) return null;
    const client = await this.resolve(source, importer, { skipSelf: true });
    return client && `${client.id}?events`;
  },
};

type Graph = Pick<Rolldown.PluginContext, "getModuleIds" | "getModuleInfo">;
type Modules = ReadonlySet<string>;
type Parts = Record<"everywhere" | "login" | "shared" | "game", Modules>;

/** A plugin that looks at the graph once it is whole, and the groups of modules that travel together. */
export function firstLoadChunks() {
  let parts: Parts = { everywhere: new Set(), login: new Set(), shared: new Set(), game: new Set() };
  const plugin: Plugin = {
    name: "first-load-chunks",
    buildEnd() {
      parts = getParts(this);
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
      // Of two files that want each other one runs before what it needs is there.
      for (const { fileName, imports: own } of chunks)
        if (reached(own, (name) => imports.get(name) ?? []).has(fileName)) this.error(`${fileName} imports itself.`);
    },
  };
  // What a package's index leads to would come along with these.
  const alone = { includeDependenciesRecursively: false };
  const groups = [
    { name: "base", test: BASE },
    { name: "shell", test: ENTRY },
    { name: "queries", test: QUERY_LATER, ...alone },
    { name: "query", test: QUERY, ...alone },
    { name: "data", test: ASKING, ...alone },
    { name: "common", test: (id: string) => parts.everywhere.has(id), ...alone },
    { name: "login", test: (id: string) => parts.login.has(id), ...alone },
    { name: "shared", test: (id: string) => parts.shared.has(id), ...alone },
    { name: "game", test: (id: string) => parts.game.has(id), ...alone },
  ];
  return {
    plugins: [plugin, EVENTS_APART],
    groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
  };
}

/**
 * What of the home page's first load another page may need; of a game page's modules those that other screens need without
 * asking for data, first the ones that /login draws its forms with; the rest.
 */
function getParts(graph: Graph): Parts {
  const ids = [...graph.getModuleIds()];
  const named = (name: RegExp) => ids.filter((id) => name.test(id));
  const atOnce = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const everBesides = (id: string) =>
    GAME.test(id) ? [] : [...atOnce(id), ...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  const [everywhere, data] = [reached([...named(HOME), ...named(KEYS)], atOnce), reached(named(DATA), atOnce)];
  const elsewhere = reached(named(ENTRY), everBesides);
  const game = [...reached(named(GAME), atOnce)].filter((id) => OURS.test(id) && !data.has(id));
  const asksNothing = (id: string) => ![...reached([id], atOnce)].some((one) => DATA.test(one));
  const shared = game.filter((id) => elsewhere.has(id) && asksNothing(id));
  const login = reached(named(LOGIN), atOnce);
  // The keys, which come a moment later, may do so in files of their own.
  const home = [...reached(named(HOME), atOnce)].filter((id) => OURS.test(id) && !APART.test(id));
  return {
    everywhere: new Set([...game.filter((id) => everywhere.has(id)), ...home]),
    login: new Set(shared.filter((id) => login.has(id))),
    shared: new Set(shared),
    game: new Set(game),
  };
}

/** These modules and all they lead to. */
function reached(from: readonly string[], importsOf: (id: string) => readonly string[]): Modules {
  const found = new Set(from);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}

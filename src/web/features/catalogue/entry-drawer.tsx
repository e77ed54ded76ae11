import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { formatPatch, getTrust } from "#messages/game/figure-words.ts";
import { GRADE_TITLES, listCarriers } from "#messages/game/titles.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { EquipmentPicture } from "#web/data/equipment-pictures.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { TrustMark } from "#web/ui/figures/trust-mark.tsx";
import { Drawer } from "#web/ui/overlays/dialog.tsx";
import type { Entry, EntryResponse } from "./catalogue-search.ts";

type EntryDrawerProps = {
  game: GameId;
  catalogue: CatalogueId;
  entryId: string;
  /** The entry's name, if the list is loaded. */
  name: string | null;
  onClose: () => void;
};

const MAX_RETRIES = 3;

/** The details of an entry, beside the list. */
export function EntryDrawer({ game, catalogue, entryId, name, onClose }: EntryDrawerProps) {
  const query = useQuery({
    ...useTRPC().catalogue.entry.queryOptions({ game, catalogue, id: entryId }),
    retry: (failures, error) => getErrorCode(error) !== "entry_unknown" && failures < MAX_RETRIES,
  });
  const isUnknown = getErrorCode(query.error) === "entry_unknown";
  const entry = query.data?.entry;
  const title = isUnknown ? m.catalogue_no_such_entry() : (entry?.name ?? name ?? m.catalogue_loading());
  return (
    <Drawer onClose={onClose} title={title} description={entry?.label ?? undefined}>
      {query.isPending && (
        <Skeleton label={name ? m.catalogue_loading_name({ name }) : m.catalogue_loading_entry()} rows={8} />
      )}
      {isUnknown && <p>{ERRORS.entry_unknown.message()}</p>}
      {query.isError && !isUnknown && <ErrorPanel error={query.error} onRetry={query.refetch} />}
      {query.data && <EntryDetails {...{ game, catalogue }} response={query.data} />}
    </Drawer>
  );
}

type EntryDetailsProps = { game: GameId; catalogue: CatalogueId; response: EntryResponse };

/** The facts, sections and sources of an entry. */
function EntryDetails({ game, catalogue, response: { entry, sources } }: EntryDetailsProps) {
  const sourcesById = new Map(sources.map((source) => [source.id, source]));
  return (
    <div className="grid gap-6">
      <EquipmentPicture of={{ game, catalogue, id: entry.id }} className="h-28 justify-self-center md:h-36" />
      <p className="flex flex-wrap gap-2">
        <Badge>{entry.group}</Badge>
        {listCarriers(game, entry.kitIds)
          .filter((kit) => kit !== entry.group)
          .map((kit) => (
            <Badge key={kit}>{kit}</Badge>
          ))}
      </p>
      <Facts facts={entry.facts} sources={sourcesById} />
      {entry.sections.length > 0 && (
        <div className="grid gap-2">
          {entry.sections.map((section) => (
            <Items key={section.title} game={game} section={section} isOpen={isShort(entry)} />
          ))}
        </div>
      )}
      <Provenance sources={sources} />
    </div>
  );
}

const MAX_OPEN_ITEMS = 40;

/** Whether the sections are short enough to be open at first. */
const isShort = ({ sections }: Entry): boolean =>
  sections.length === 1 || sections.flatMap(({ items }) => items).length <= MAX_OPEN_ITEMS;

type FactsProps = { facts: Entry["facts"]; sources: ReadonlyMap<string, Source> };

function Facts({ facts, sources }: FactsProps) {
  return (
    <dl className="grid grid-cols-[2fr_3fr] gap-x-4 gap-y-2 text-0">
      {facts.map(({ label, value, sourceId }) => (
        <div key={`${label} ${value} ${sourceId}`} className="contents">
          <dt className="min-w-0 text-ink-3">{label}</dt>
          <dd className="min-w-0 font-semibold break-words">
            <span className={classes(value === null && "font-normal text-ink-3")}>
              {value ?? m.catalogue_no_public_figure()}
            </span>
            {sourceId && <SourceMark source={sources.get(sourceId)} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ItemsProps = { game: GameId; section: Entry["sections"][number]; isOpen: boolean };

function Items({ game, section: { title, items }, isOpen }: ItemsProps) {
  return (
    <details open={isOpen} className="group border-t border-line pt-1">
      <summary className="flex min-h-10 items-center justify-between gap-3 text-1 font-bold pointer-coarse:min-h-11">
        <span>
          <span aria-hidden="true" className="mr-2 inline-block text-ink-3 transition-transform group-open:rotate-90">
            ▸
          </span>
          {title}
        </span>
        <span className="num text-0 font-normal text-ink-3">{items.length}</span>
      </summary>
      <ul className="mt-1 mb-2 grid gap-px">
        {items.map((item) => (
          <li
            key={`${item.id} ${item.name} ${item.note}`}
            className="flex items-baseline justify-between gap-4 rounded-1 px-2 py-1 text-0 odd:bg-surface-2"
          >
            <ItemName game={game} item={item} />
            {item.note && <span className="min-w-0 text-right text-00 break-words text-ink-2">{item.note}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

type ItemNameProps = { game: GameId; item: Entry["sections"][number]["items"][number] };

/** The item's name, as a link if the item has an entry of its own. */
function ItemName({ game, item: { name, place } }: ItemNameProps): ReactNode {
  if (!place) return <span className="max-w-1/2 shrink-0 font-cond font-semibold">{name}</span>;
  const search = place.catalogue === "weapons" ? { item: place.id } : { cat: place.catalogue, item: place.id };
  return (
    <Link
      to={gamePath[game]}
      search={search}
      resetScroll={false}
      className="link inline-flex min-h-6 max-w-1/2 shrink-0 items-center font-cond font-semibold pointer-coarse:min-h-11"
    >
      {name}
    </Link>
  );
}

/** The source of a fact that differs from the source of its entry. */
function SourceMark({ source }: { source: Source | undefined }) {
  if (!source) return null;
  return (
    <span className="ml-2 inline-flex gap-1 font-cond text-00 text-ink-2">
      <TrustMark trust={getTrust(source.grade)} text={`${source.title}, ${formatPatch(source)}`} />
    </span>
  );
}

/** The sources of an entry, each with its grade, patch and notes. */
function Provenance({ sources }: { sources: readonly Source[] }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-2">{m.catalogue_where_this_is_from()}</h3>
      {sources.map((source) => (
        <div key={source.id} className="grid gap-1 text-0">
          <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
            <span lang="en">{source.title}</span>
            <span className="inline-flex gap-1 font-cond text-00 text-ink-2">
              <TrustMark trust={getTrust(source.grade)} text={formatPatch(source)} />
            </span>
          </p>
          <p className="text-ink-2">
            <span>{m.catalogue_grade({ grade: source.grade, title: GRADE_TITLES[source.grade] })}</span>
            {source.origin && <span className="break-all">{` ${source.origin}`}</span>}
          </p>
          {source.note && (
            <p lang="en" className="text-ink-2">
              {source.note}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}

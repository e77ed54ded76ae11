import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { type SharedLoadout, toPublicPart } from "#domain/loadout/sharing/share.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { m } from "#messages";
import { getUnnamed } from "#messages/loadout/share-words.ts";
import { readDraft } from "#web/data/offline/typed/drafts.ts";
import { getErrorText } from "#web/data/problem.ts";
import { ensureSession } from "#web/data/session/ensure-session.ts";
import { useSession } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import { DRAFT_VERSION, getDraftKey, readEditing } from "#web/features/loadout/editor/editing.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { copyLink } from "#web/ui/fields/use-copy.ts";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { LinkResult, type ShareKey, shareAddress } from "./link-result.tsx";
import { LoadoutWords, useWords, type Words } from "./loadout-words.tsx";
import { getShareable, type OpenLoadout, type Shareable } from "./shareable.ts";

type ShareOutletProps = {
  game: GameId;
  /** The loadout of the address. */
  id: string;
  /** The loadout in the editor behind, and as it stands there. */
  edited: (LoadoutSearch & { edit: string }) | null;
  inHand: OpenLoadout | null;
  onClose: () => void;
};

/** The share dialog over the locker or the editor. */
export function ShareOutlet({ game, id, edited, inHand, onClose }: ShareOutletProps) {
  const [draft] = useState(() => edited && readDraft(getDraftKey(game, edited), DRAFT_VERSION, readEditing));
  const session = useSession();
  const held = inHand?.id === id ? inHand : draft?.id === id ? draft : null;
  const isNew = held?.seenVersion === 0;
  const query = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id }),
    enabled: Boolean(session) && !isNew,
    retry: shouldRetryUnlessRefused,
  });
  const isSettled = isNew || session === null || !query.isPending;
  const shareable = isSettled ? getShareable(held, query.data ?? null) : null;
  if (shareable) return <ShareDialog shareable={shareable} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={m.loadout_share_a_loadout()}>
      {isSettled ? (
        <p role="alert">{query.error ? getErrorText(query.error) : m.loadout_sign_in_to_share_this_loadout()}</p>
      ) : (
        <Skeleton label={m.loadout_loading_the_loadout()} rows={6} />
      )}
    </Dialog>
  );
}

type ShareDialogProps = { shareable: Shareable; onClose: () => void };

/** Makes a link in one press; options and what becomes public unfold. */
function ShareDialog({ shareable, onClose }: ShareDialogProps) {
  return (
    <Dialog onClose={onClose} title={m.loadout_share_a_loadout()} description={m.loadout_nothing_is_public_yet()}>
      <Suspense fallback={<Skeleton label={m.loadout_loading_the_loadout()} rows={6} />}>
        <Sharing shareable={shareable} />
      </Suspense>
    </Dialog>
  );
}

function Sharing({ shareable }: { shareable: Shareable }) {
  const { name, note, loadout, isUnsaved } = shareable;
  const words = useWords(loadout);
  const session = useSession();
  const [withNote, setWithNote] = useState(false);
  const [withAuthor, setWithAuthor] = useState(false);
  const author = session && !session.user.isAnonymous ? session.user.name : null;
  const content: ShareContent = {
    ...toPublicPart(shareable),
    name: name.trim() || getUnnamed(),
    note: withNote && note ? note : null,
    withAuthor: withAuthor && author !== null,
  };
  return (
    <div className="grid gap-5">
      {isUnsaved && (
        <p role="status" className="border-l-3 border-accent bg-tint px-4 py-2 text-0">
          {m.loadout_shares_unsaved_changes()}
        </p>
      )}
      <Ways content={content} words={words}>
        <Fold title={m.loadout_options()}>
          <div className="grid justify-items-start gap-1">
            {note && <Switch label={m.loadout_include_my_note()} checked={withNote} onChange={setWithNote} />}
            <Switch
              label={m.loadout_include_my_name()}
              checked={content.withAuthor}
              onChange={setWithAuthor}
              disabled={author === null}
            />
            {author === null && <p className="text-0 text-ink-2">{m.loadout_guests_have_no_name_to_show()}</p>}
          </div>
        </Fold>
        <Fold title={m.loadout_what_is_public()}>
          <PublicPart content={content} author={content.withAuthor ? author : null} words={words} />
        </Fold>
      </Ways>
    </div>
  );
}

/** A part of the dialog that most players do not need. */
const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="border-t border-line pt-2">
    <summary className="min-h-9 cursor-pointer content-center font-cond text-1 font-bold pointer-coarse:min-h-11">
      {title}
    </summary>
    <div className="pt-2">{children}</div>
  </details>
);

type PublicPartProps = { content: ShareContent; author: string | null; words: Words };

function PublicPart({ content: { name, note, loadout }, author, words }: PublicPartProps) {
  return (
    <div className="grid gap-4 rounded-1 border border-line-strong p-4">
      <div className="grid justify-items-start gap-1">
        <Badge>{author === null ? m.loadout_shared_without_a_name() : m.loadout_shared_by_author({ author })}</Badge>
        <p className="font-cond text-4 font-bold">{name}</p>
        {note && <p className="text-0 whitespace-pre-line text-ink-2">{note}</p>}
      </div>
      <LoadoutWords loadout={loadout} armoury={words.armoury} heading="h4" />
    </div>
  );
}

type WaysProps = { content: ShareContent; words: Words; children: ReactNode };

/** The short link first; what it is made of and the other link unfold. */
function Ways({ content, words: { complaints, isComplete, error }, children }: WaysProps) {
  const links = useLinks(content);
  if (complaints.length > 0) return <Blocked complaints={complaints} />;
  if (error) return <p role="alert">{getErrorText(error)}</p>;
  if (!isComplete) return <Skeleton label={m.loadout_checking_the_rules()} rows={2} />;
  return (
    <>
      <Way kind="s" action={m.loadout_copy_short_link()} links={links} content={content}>
        {m.loadout_short_link_is_public()}
      </Way>
      {children}
      <Fold title={m.loadout_link_without_this_sites_storage()}>
        <Way kind="l" action={m.loadout_copy_self_contained_link()} links={links} content={content}>
          {m.loadout_self_contained_link_is_public()}
        </Way>
      </Fold>
    </>
  );
}

type WayProps = {
  kind: "s" | "l";
  action: string;
  links: ReturnType<typeof useLinks>;
  content: ShareContent;
  children: ReactNode;
};

/** One press makes the link and copies it. */
function Way({ kind, action, links, content, children }: WayProps) {
  const key = links.keyOf(kind);
  const { problem } = links;
  const makeAndCopy = async () => {
    const made = await links.make(kind);
    if (made) await copyLink(shareAddress(content.loadout.game, made));
  };
  return (
    <div className="grid justify-items-start gap-2">
      {key ? (
        <div className="w-full">
          <LinkResult game={content.loadout.game} title={content.name} shareKey={key} />
        </div>
      ) : (
        <Button kind={kind === "s" ? "primary" : "secondary"} busy={links.busy === kind} onClick={makeAndCopy}>
          {action}
        </Button>
      )}
      <p className="text-0 text-ink-2">{children}</p>
      <AlertLine text={problem?.of === kind && problem.text} />
    </div>
  );
}

function Blocked({ complaints }: { complaints: readonly string[] }) {
  return (
    <div role="alert" className="grid gap-2 border-l-3 border-danger pl-4">
      <p className="font-semibold">{m.loadout_illegal_not_shared()}</p>
      <ul className="list-disc pl-5 text-0">
        {complaints.map((complaint) => (
          <li key={complaint}>{complaint}</li>
        ))}
      </ul>
    </div>
  );
}

/** What is to be public. */
type ShareContent = Omit<SharedLoadout, "author"> & { withAuthor: boolean };

type Kind = ShareKey["name"];
type Made = { of: string; key: ShareKey };

/** Makes links to a loadout, each when it is asked for. A link to what has changed since is forgotten. */
function useLinks(content: ShareContent) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.share.create.mutationOptions());
  const [made, setMade] = useState<Partial<Record<Kind, Made>>>({});
  const [busy, setBusy] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<{ of: Kind; text: string } | null>(null);
  const { name, loadout } = content;
  const marks: Record<Kind, string> = { s: JSON.stringify(content), l: JSON.stringify({ name, loadout }) };

  const shortId = async () => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)) await ensureSession(queryClient);
    const { id } = await create.mutateAsync(content);
    await queryClient.invalidateQueries(trpc.share.list.pathFilter());
    return id;
  };
  const getCode = async () => {
    const codebookQuery = trpc.arsenal.codebook.queryOptions({ game: loadout.game });
    return encodeShare({ name, loadout }, await queryClient.fetchQuery(codebookQuery));
  };
  const make = async (kind: Kind) => {
    setBusy(kind);
    setProblem(null);
    try {
      const key: ShareKey = { name: kind, value: kind === "s" ? await shortId() : await getCode() };
      setMade((others) => ({ ...others, [kind]: { of: marks[kind], key } }));
      return key;
    } catch (error) {
      setProblem({ of: kind, text: getErrorText(error) });
      return null;
    } finally {
      setBusy(null);
    }
  };
  const getKey = (kind: Kind): ShareKey | null => {
    const existing = made[kind];
    return existing?.of === marks[kind] ? existing.key : null;
  };
  return { make, busy, problem, keyOf: getKey };
}

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
import { getShareUrl, LinkResult, type ShareKey } from "./link-result.tsx";
import { type LoadoutDetails, LoadoutWords, useLoadoutDetails } from "./loadout-words.tsx";
import { getShareable, type OpenLoadout, type Shareable } from "./shareable.ts";

type ShareOutletProps = {
  game: GameId;
  /** The id of the loadout in the URL. */
  id: string;
  /** The loadout in the editor below the dialog; null without an editor. */
  edited: (LoadoutSearch & { edit: string }) | null;
  editorLoadout: OpenLoadout | null;
  onClose: () => void;
};

/** The share dialog over the locker or the editor. */
export function ShareOutlet({ game, id, edited, editorLoadout, onClose }: ShareOutletProps) {
  const [draft] = useState(() => edited && readDraft(getDraftKey(game, edited), DRAFT_VERSION, readEditing));
  const session = useSession();
  const openLoadout = editorLoadout?.id === id ? editorLoadout : draft?.id === id ? draft : null;
  const isNew = openLoadout?.seenVersion === 0;
  const query = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id }),
    enabled: Boolean(session) && !isNew,
    retry: shouldRetryUnlessRefused,
  });
  const isSettled = isNew || session === null || !query.isPending;
  const shareable = isSettled ? getShareable(openLoadout, query.data ?? null) : null;
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

/** The dialog that creates a link with one press; the options and the public content are collapsed. */
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
  const details = useLoadoutDetails(loadout);
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
      <LinkOptions content={content} details={details}>
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
          <PublicPart content={content} author={content.withAuthor ? author : null} details={details} />
        </Fold>
      </LinkOptions>
    </div>
  );
}

/** A collapsed part of the dialog. */
const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="border-t border-line pt-2">
    <summary className="min-h-9 cursor-pointer content-center font-cond text-1 font-bold pointer-coarse:min-h-11">
      {title}
    </summary>
    <div className="pt-2">{children}</div>
  </details>
);

type PublicPartProps = { content: ShareContent; author: string | null; details: LoadoutDetails };

function PublicPart({ content: { name, note, loadout }, author, details }: PublicPartProps) {
  return (
    <div className="grid gap-4 rounded-1 border border-line-strong p-4">
      <div className="grid justify-items-start gap-1">
        <Badge>{author === null ? m.loadout_shared_without_a_name() : m.loadout_shared_by_author({ author })}</Badge>
        <p className="font-cond text-4 font-bold">{name}</p>
        {note && <p className="text-0 whitespace-pre-line text-ink-2">{note}</p>}
      </div>
      <LoadoutWords loadout={loadout} armoury={details.armoury} />
    </div>
  );
}

type LinkOptionsProps = { content: ShareContent; details: LoadoutDetails; children: ReactNode };

/** The short link first; the options and the self-contained link are collapsed. */
function LinkOptions({ content, details: { violationTexts, isComplete, error }, children }: LinkOptionsProps) {
  const links = useLinks(content);
  if (violationTexts.length > 0) return <Blocked violationTexts={violationTexts} />;
  if (error) return <p role="alert">{getErrorText(error)}</p>;
  if (!isComplete) return <Skeleton label={m.loadout_checking_the_rules()} rows={2} />;
  return (
    <>
      <LinkButton kind="s" action={m.loadout_copy_short_link()} links={links} content={content}>
        {m.loadout_short_link_is_public()}
      </LinkButton>
      {children}
      <Fold title={m.loadout_link_without_this_sites_storage()}>
        <LinkButton kind="l" action={m.loadout_copy_self_contained_link()} links={links} content={content}>
          {m.loadout_self_contained_link_is_public()}
        </LinkButton>
      </Fold>
    </>
  );
}

type LinkButtonProps = {
  kind: "s" | "l";
  action: string;
  links: ReturnType<typeof useLinks>;
  content: ShareContent;
  children: ReactNode;
};

/** A button that creates the link and copies it. */
function LinkButton({ kind, action, links, content, children }: LinkButtonProps) {
  const key = links.getKey(kind);
  const { problem } = links;
  const createAndCopy = async () => {
    const created = await links.make(kind);
    if (created) await copyLink(getShareUrl(content.loadout.game, created));
  };
  return (
    <div className="grid justify-items-start gap-2">
      {key ? (
        <div className="w-full">
          <LinkResult game={content.loadout.game} title={content.name} shareKey={key} />
        </div>
      ) : (
        <Button kind={kind === "s" ? "primary" : "secondary"} busy={links.busy === kind} onClick={createAndCopy}>
          {action}
        </Button>
      )}
      <p className="text-0 text-ink-2">{children}</p>
      <AlertLine text={problem?.of === kind && problem.text} />
    </div>
  );
}

function Blocked({ violationTexts }: { violationTexts: readonly string[] }) {
  return (
    <div role="alert" className="grid gap-2 border-l-3 border-danger pl-4">
      <p className="font-semibold">{m.loadout_illegal_not_shared()}</p>
      <ul className="list-disc pl-5 text-0">
        {violationTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The content that becomes public. */
type ShareContent = Omit<SharedLoadout, "author"> & { withAuthor: boolean };

type Kind = ShareKey["name"];
type CreatedLink = { of: string; key: ShareKey };

/** Creates links to a loadout on request. A link is discarded when the content changes. */
function useLinks(content: ShareContent) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.share.create.mutationOptions());
  const [createdLinks, setCreatedLinks] = useState<Partial<Record<Kind, CreatedLink>>>({});
  const [busy, setBusy] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<{ of: Kind; text: string } | null>(null);
  const { name, loadout } = content;
  const contentKeys: Record<Kind, string> = { s: JSON.stringify(content), l: JSON.stringify({ name, loadout }) };

  const createShortId = async () => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)) await ensureSession(queryClient);
    const { id } = await create.mutateAsync(content);
    await queryClient.invalidateQueries(trpc.share.list.pathFilter());
    return id;
  };
  const getCode = async () => {
    const codebookQuery = trpc.arsenal.codebook.queryOptions({ game: loadout.game });
    return encodeShare({ name, loadout }, await queryClient.fetchQuery(codebookQuery));
  };
  const createLink = async (kind: Kind) => {
    setBusy(kind);
    setProblem(null);
    try {
      const key: ShareKey = { name: kind, value: kind === "s" ? await createShortId() : await getCode() };
      setCreatedLinks((others) => ({ ...others, [kind]: { of: contentKeys[kind], key } }));
      return key;
    } catch (error) {
      setProblem({ of: kind, text: getErrorText(error) });
      return null;
    } finally {
      setBusy(null);
    }
  };
  const getKey = (kind: Kind): ShareKey | null => {
    const existing = createdLinks[kind];
    return existing?.of === contentKeys[kind] ? existing.key : null;
  };
  return { make: createLink, busy, problem, getKey };
}

// Texts of the entries in a platoon's feed.
import { GAME_TITLES } from "#domain/game.ts";
import type { FeedKind } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

type Entry = {
  kind: FeedKind;
  /** The member's name; null if the account is deleted. */
  actor: string | null;
  body: Readonly<Record<string, string | number>>;
};

/** Returns an entry as a sentence. */
export function describeEntry({ kind, actor, body }: Entry): string {
  const name = actor ?? m.platoon_former_member();
  const getText = (field: string) => String(body[field] ?? "");
  switch (kind) {
    case "joined":
      return m.platoon_feed_joined({ name });
    case "proposed":
      return m.platoon_feed_proposed({ name, loadout: getText("name") });
    case "published":
      return m.platoon_feed_published({ name, loadout: getText("name") });
    case "sheet":
      return m.platoon_feed_sheet({ name, title: getText("title") });
    case "unlock": {
      const [unlocks, moreCount] = [getText("unlocks"), Number(body["more"])];
      return moreCount > 0
        ? m.platoon_feed_unlocks_and_more({ name, unlocks, more: moreCount })
        : m.platoon_feed_unlocks({ name, unlocks });
    }
    case "milestone": {
      const amount = formatNumber(Number(body["amount"]));
      const game = body["game"] === "bf4" ? GAME_TITLES.bf4 : GAME_TITLES.bf2042;
      return body["of"] === "hours"
        ? m.platoon_feed_hours({ name, amount, game })
        : m.platoon_feed_kills({ name, amount, game });
    }
  }
}

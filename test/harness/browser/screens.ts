import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";

/** The address of every screen that is visible without a session, by name, for the screenshots and the axe checks. */
export const SCREENS = {
  home: "/",
  "bf4-arsenal": "/bf4",
  "bf4-arsenal-cards": "/bf4?view=cards&class=dmr",
  "bf4-weapon": "/bf4?class=dmr&item=ak-12",
  "bf4-versus": "/bf4?versus=aek-971,m249&range=35&hit=30&head=45",
  "bf4-nothing-found": "/bf4?q=railgun",
  "bf4-loadouts": "/bf4?tab=loadouts",
  "bf4-editor": "/bf4?tab=loadouts&edit=new",
  "bf4-squad": "/bf4?tab=loadouts&squad=EAgU8GYAwDIAIASNByTgGBBT.EBadTslIA8kE76JQDIAGRgNByTgXgZg.damaged",
  "bf4-progress": "/bf4?tab=progress",
  "bf4-shared": "/bf4?l=EBCdVUN9Vd2OgDIAERINByTgQA-9",
  "bf4-shared-damaged": "/bf4?l=damaged",
  "bf4-soldier": "/bf4?tab=soldier",
  "bf2042-arsenal": "/bf2042",
  "bf2042-weapon": "/bf2042?class=dmr&item=ak-24",
  "bf2042-versus": "/bf2042?versus=ak-24:6KU:High Power,m5a3&range=25&hit=40&head=10",
  "bf2042-loadouts": "/bf2042?tab=loadouts",
  "bf2042-editor": "/bf2042?tab=loadouts&edit=new",
  "bf2042-soldier": "/bf2042?tab=soldier",
  "bf2042-progress": "/bf2042?tab=progress",
  "sign-in": "/login",
  "sign-up": "/login?mode=sign-up",
  "sign-in-code": "/login?mode=otp",
  forgot: "/login?mode=forgot",
  invitation: "/invite?id=not-a-real-one",
  "reset-password": "/reset-password?token=not-a-real-one",
  "reset-password-expired": "/reset-password?error=INVALID_TOKEN",
  verified: "/verify-email",
  "verify-expired": "/verify-email?error=token_expired",
  "sign-in-returned": "/login?error=no_code",
  disown: "/verify-email?disown=not-a-real-one",
  account: "/account",
  platoons: "/platoons",
  "not-found": "/nowhere",
} as const;

/** Further public sections, which the axe checks leave out. */
export const SECTIONS = {
  ...Object.fromEntries(
    GAMES.flatMap((game) => CATALOGUES[game].map((catalogue) => [`${game}-${catalogue}`, `/${game}?cat=${catalogue}`])),
  ),
  "bf4-attachment": "/bf4?cat=attachments&item=acog-4x",
  "bf4-query": "/bf4?q=rpm:>700+has:suppressor&class=carbine&sort=ttk",
  "bf4-versus-four": "/bf4?versus=ak-12,aek-971,ace-23,famas",
  "bf2042-versus-four": "/bf2042?versus=ak-24,m5a3,sfar-m-gl,ac-42",
  "bf4-vehicle": "/bf4?tab=loadouts&edit=new&vehicle=vehiclembt",
};

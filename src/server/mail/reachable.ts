import type { Mail } from "./mailer.ts";

/** Sends to no address under `.invalid`: the account library makes one up where a provider gives no address. */
export const onlyReachable =
  <Rest extends unknown[]>(send: (mail: Mail, ...rest: Rest) => Promise<void>): typeof send =>
  async (mail, ...rest) => {
    if (!mail.to.endsWith(".invalid")) await send(mail, ...rest);
  };

// The servers of a PostgreSQL address. As in libpq's URLs there may be several, `postgres://user@first:5432,second/database`:
// a primary and the replicas one of which takes its place. The driver itself connects to one server only.

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#]*)(.*)$/i;
/** It asks for a server that takes writes, which ours must anyway. */
const SESSION_ATTRIBUTES = /([?&])target_session_attrs=read-write(?:&|$)/;

/** The address of each server, in the order in which they are tried. */
export function listServers(url: string): readonly [string, ...string[]] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
  const rest = after.replace(SESSION_ATTRIBUTES, "$1").replace(/[?&]$/, "");
  const [first = "", ...others] = hosts.split(",");
  return [`${before}${first}${rest}`, ...others.map((host) => `${before}${host}${rest}`)];
}

/** The password of an address, and the address without it: for programs whose command line every process can read. */
export function takePassword(url: string): { password: string; address: string } {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
  const [, password = ""] = /:([^:@/]*)@$/.exec(before) ?? [];
  return { password: decodeURIComponent(password), address: before.replace(/:[^:@/]*@$/, "@") + hosts + after };
}

/** Which server is connected to at present. */
export type ServerChoice = {
  count: number;
  current(): string;
  /** Turns to the next one, unless another caller has turned away from this one already. */
  leave(server: string): void;
};

export function createServerChoice(url: string): ServerChoice {
  const servers = listServers(url);
  let at = 0;
  const current = () => servers[at % servers.length] ?? servers[0];
  return {
    count: servers.length,
    current,
    leave(server) {
      if (server === current()) at += 1;
    },
  };
}

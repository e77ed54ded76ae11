// A mail server on this machine that can be down, slow, or hang up after it has taken a mail.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { freePort } from "#test/harness/processes/free-port.ts";

export type MailServer = AsyncDisposable & {
  url: string;
  /** To whom each mail that it has taken was, oldest first. */
  recipients: string[];
  /** How many connections it has seen. */
  connections: number;
  /** How many mails were begun. */
  begun: number;
  /** How long it thinks about a sender before it asks for the mail. */
  slowMs: number;
  /** Whether it accepts the next mail and hangs up before it acknowledges it; happens once. */
  hangsUp: boolean;
  stop(): Promise<void>;
  start(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const port = await freePort();
  let server: SMTPServer | null = null;
  const office: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    recipients: [],
    connections: 0,
    begun: 0,
    slowMs: 0,
    hangsUp: false,
    async start() {
      server = open(office);
      await once(server.listen(port, "127.0.0.1"), "listening");
    },
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (server) server.close(() => resolve());
      else resolve();
      server = null;
      await promise;
    },
    [Symbol.asyncDispose]: () => office.stop(),
  };
  await office.start();
  return office;
}

function open(office: MailServer): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 100,
    onConnect(_session, done) {
      office.connections += 1;
      done();
    },
    onMailFrom(_address, _session, done) {
      office.begun += 1;
      void sleep(office.slowMs, undefined, { ref: false }).then(() => done());
    },
    onData(stream, session, done) {
      stream.resume().once("end", () => {
        office.recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        if (!office.hangsUp) return done();
        office.hangsUp = false;
        for (const connection of server.connections) connection.close();
      });
    },
  });
  // Who hangs up in the middle, as a program that ends does, is no failure of this one.
  return server.on("error", () => {});
}

// A local mail server that can be down, slow, or close the connection after it accepted a mail.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { findFreePort } from "#test/harness/processes/free-port.ts";

export type MailServer = AsyncDisposable & {
  url: string;
  /** The recipients of all accepted mails, oldest first. */
  recipients: string[];
  /** The number of connections so far. */
  connections: number;
  /** The number of mails whose sender was received. */
  begun: number;
  /** The delay before it accepts a sender. */
  slowMs: number;
  /** Whether it closes the connection after the next mail, before it acknowledges it; is reset after that. */
  hangsUp: boolean;
  stop(): Promise<void>;
  start(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const port = await findFreePort();
  let server: SMTPServer | null = null;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    recipients: [],
    connections: 0,
    begun: 0,
    slowMs: 0,
    hangsUp: false,
    async start() {
      server = createServer(mailServer);
      await once(server.listen(port, "127.0.0.1"), "listening");
    },
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (server) server.close(() => resolve());
      else resolve();
      server = null;
      await promise;
    },
    [Symbol.asyncDispose]: () => mailServer.stop(),
  };
  await mailServer.start();
  return mailServer;
}

function createServer(office: MailServer): SMTPServer {
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
  // A client that disconnects during a mail, such as a stopped program, is not an error of this server.
  return server.on("error", () => {});
}

// The transport rules of the specification's §8, tested on the client that the site uses.
import { describe, expect, test } from "vitest";
import { getDataClient } from "#web/data/trpc.ts";

/** Returns the message of the error with which the site's client rejects a response. */
async function getMessage(respond: () => Response | Promise<Response>): Promise<string> {
  const server = { origin: "http://localhost", fetch: async () => respond() };
  const client = getDataClient({ server, prerenderedQueries: [], onSignedOut: () => {} });
  return client.account.overview.query().then(
    () => "no error",
    (error: Error) => error.message,
  );
}

describe("§8 transport messages", () => {
  test('an invalid response is reported as "Unable to transform response from server"', async () => {
    expect(await getMessage(() => Response.json([{ unexpected: true }]))).toBe(
      "Unable to transform response from server",
    );
  });

  test('a rejection without a message is reported as "Unknown error"', async () => {
    expect(await getMessage(() => Promise.reject({ neither: "an error nor a message" }))).toBe("Unknown error");
  });

  test('an empty response is reported as "Missing result"', async () => {
    expect(await getMessage(() => Response.json([]))).toBe("Missing result");
  });
});

// What deploy/ sets is what the site reads, and what docs name.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VARIABLES } from "#server/config/environment.ts";
import { readGuide } from "#test/resilience/guide.ts";

const getText = (path: string): string => readFileSync(path, "utf8");
const getWords = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, word = ""]) => word);

/** The block of one service or anchor of the compose file: its line, and all that is further in. */
function getBlock(compose: string, head: string): string {
  const [, block = ""] = new RegExp(`^( *)${head}.*\n((?:\\1 +.*\n|\n)*)`, "m").exec(compose)?.slice(1) ?? [];
  return block;
}

test("the image has the database client of the server's version", () => {
  const [client] = getWords(getText("deploy/Dockerfile"), /postgresql-client-(\d+)/g);
  const [server] = getWords(getText("deploy/compose.yaml"), /image: postgres:(\d+)/g);
  expect(client).toMatch(/^\d+$/);
  expect(client).toBe(server);
});

test("the servers wait for the database that stays, not for the one of PostgreSQL's own preparations", () => {
  expect(getText("deploy/compose.yaml")).toMatch(/test: \[CMD, pg_isready, -h, 127\.0\.0\.1,/);
});

test("each block of the guide stops at the first command that fails, however it is pasted", () => {
  const loose = readGuide().flatMap(({ title, commands }) =>
    commands
      .slice(0, -1)
      .filter((command) => !command.startsWith("umask ") && !command.endsWith(" &&"))
      .map((command) => `${title}: ${command}`),
  );
  expect(loose).toEqual([]);
});

test.for(globSync(".github/workflows/*.yml"))(
  "%s runs as root in a home and a checkout that programs accept",
  (path) => {
    const steps = getText(path).split("uses: actions/checkout")[1];
    expect(steps).toMatch(/^ +HOME: \/root$/m);
    expect(steps).toContain('git config --global --add safe.directory "$GITHUB_WORKSPACE"\n');
  },
);

test("the weekly workflow runs the long tests, the sizes in all languages, the image and the independent tools", () => {
  const workflow = getText(".github/workflows/weekly.yml");
  const [commands = ""] = getWords(workflow, /command:\s*\[([^\]]*)\]/g);
  const { scripts } = JSON.parse(getText("package.json"));
  expect(commands.split(",").map((command) => command.trim())).toEqual(
    expect.arrayContaining([
      "npm run faults",
      "npm run mutation",
      "npm run test:weekly",
      "bash deploy/try.sh",
      "bash deploy/evidence.sh",
    ]),
  );
  for (const name of getWords(commands, /npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
  expect(scripts["test:weekly"]).toContain("npm run size");
  // Every server test on two processes, and through a pooler.
  expect(scripts.faults).toContain("FLEET=on vitest");
  expect(scripts.faults).toContain("POOLER=on vitest");
});

test("the image installs its packages by the setup alone, which compares Node with its digest", () => {
  const image = getText("deploy/Dockerfile");
  expect(image).toMatch(/^RUN node scripts\/setup\.mjs --packages$/m);
  expect(image).not.toMatch(/npm (ci|install)/);
});

test("the proxy takes the trace of a client out of its requests", () => {
  const file = getText("deploy/Caddyfile");
  const [shared = ""] = /^\(server\) \{\n[\s\S]*?^\}$/m.exec(file) ?? [];
  expect(getWords(shared, /^\theader_up -(\w+)$/gm)).toEqual(["Traceparent", "Tracestate"]);
  const proxies = file.match(/reverse_proxy .+\n.+/g) ?? [];
  expect(proxies.length).toBeGreaterThan(0);
  for (const proxy of proxies) expect(proxy).toMatch(/\n\t+import server$/);
});

test("the unit limits the system calls, and what the process sees of the machine", () => {
  const settings = getText("deploy/fieldlocker.service").split("\n");
  expect(settings).toEqual(
    expect.arrayContaining([
      "SystemCallArchitectures=native",
      "SystemCallFilter=@system-service",
      "ProtectClock=yes",
      "ProtectHostname=yes",
      "ProtectKernelLogs=yes",
      "ProtectProc=invisible",
    ]),
  );
});

test("a server that crashes is started again by systemd or by the container engine", () => {
  expect(getText("deploy/fieldlocker.service")).toMatch(/^Restart=on-failure$/m);
  expect(getBlock(getText("deploy/compose.yaml"), "x-site:")).toMatch(/^ {2}restart: unless-stopped$/m);
});

test("a copy of .env reaches neither the repository nor the image", () => {
  const lines = (path: string) => getText(path).split("\n");
  expect(lines(".gitignore")).toEqual(expect.arrayContaining([".env", ".env.before"]));
  expect(lines("deploy/Dockerfile.dockerignore")).toContain("**/.env*");
});

describe("the site's variables", () => {
  const variables = new Set<string>([...VARIABLES, "NODE_ENV"]);

  test("are set by their names in the compose file", () => {
    const compose = getText("deploy/compose.yaml");
    const site = getBlock(compose, "x-site:");
    const named = getWords(getBlock(site, "environment:"), /^ +([A-Z_]+):/gm);
    expect(named).toContain("DATABASE_URL");
    expect(named.filter((name) => !variables.has(name))).toEqual([]);
    // PORT, HOST and VAR_DIR are the image's; tracing is switched on by those who have a collector; this site is on PostgreSQL.
    const others = ["PORT", "HOST", "VAR_DIR", "MOVE_TO", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME"];
    expect(VARIABLES.filter((name) => !named.includes(name) && !others.includes(name))).toEqual([]);
    for (const service of ["site-1", "site-2", "proxy", "postgres"]) {
      expect([service, compose.includes(`\n  ${service}:`)]).toEqual([service, true]);
    }
  });

  test("are set by their names in the image and the unit", () => {
    const image = getWords(getWords(getText("deploy/Dockerfile"), /^ENV (.*)$/gm).join(" "), /\b([A-Z_]+)=/g);
    const unit = getWords(getText("deploy/fieldlocker.service"), /^Environment=([A-Z_]+)=/gm);
    expect(image).toContain("VAR_DIR");
    expect(unit).toContain("VAR_DIR");
    expect([...image, ...unit].filter((name) => !variables.has(name))).toEqual([]);
  });

  test("each have their line in docs/configuration.md", () => {
    const page = getText("docs/configuration.md");
    expect(VARIABLES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

// The files in deploy/ agree with the site's configuration and with the docs.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VARIABLES } from "#server/config/environment.ts";
import { readGuide } from "#test/resilience/guide.ts";

const getText = (path: string): string => readFileSync(path, "utf8");
const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, word = ""]) => word);

/** Returns the indented lines below a service or anchor of the compose file. */
function getBlock(compose: string, head: string): string {
  const [, block = ""] = new RegExp(`^( *)${head}.*\n((?:\\1 +.*\n|\n)*)`, "m").exec(compose)?.slice(1) ?? [];
  return block;
}

test("the image's PostgreSQL client has the version of the PostgreSQL server", () => {
  const [client] = listMatches(getText("deploy/Dockerfile"), /postgresql-client-(\d+)/g);
  const [server] = listMatches(getText("deploy/compose.yaml"), /image: postgres:(\d+)/g);
  expect(client).toMatch(/^\d+$/);
  expect(client).toBe(server);
});

test("the servers wait for PostgreSQL on TCP, which its temporary server during initialization does not open", () => {
  expect(getText("deploy/compose.yaml")).toMatch(/test: \[CMD, pg_isready, -h, 127\.0\.0\.1,/);
});

test("each code block of the operations guide stops at the first command that fails", () => {
  const unchecked = readGuide().flatMap(({ title, commands }) =>
    commands
      .slice(0, -1)
      .filter((command) => !command.startsWith("umask ") && !command.endsWith(" &&"))
      .map((command) => `${title}: ${command}`),
  );
  expect(unchecked).toEqual([]);
});

test.for(globSync(".github/workflows/*.yml"))(
  "%s sets HOME and marks the checkout as a safe directory, because it runs as root",
  (path) => {
    const steps = getText(path).split("uses: actions/checkout")[1];
    expect(steps).toMatch(/^ +HOME: \/root$/m);
    expect(steps).toContain('git config --global --add safe.directory "$GITHUB_WORKSPACE"\n');
  },
);

test("the weekly workflow runs the long tests, the sizes in all languages, the image and the independent tools", () => {
  const workflow = getText(".github/workflows/weekly.yml");
  const [commands = ""] = listMatches(workflow, /command:\s*\[([^\]]*)\]/g);
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
  for (const name of listMatches(commands, /npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
  expect(scripts["test:weekly"]).toContain("npm run size");
  // `npm run faults` runs every server test on two processes, and through a pooler.
  expect(scripts.faults).toContain("FLEET=on vitest");
  expect(scripts.faults).toContain("POOLER=on vitest");
});

test("the image installs its packages only by scripts/setup.mjs, which verifies the digest of Node", () => {
  const image = getText("deploy/Dockerfile");
  expect(image).toMatch(/^RUN node scripts\/setup\.mjs --packages$/m);
  expect(image).not.toMatch(/npm (ci|install)/);
});

test("the proxy removes trace headers from clients' requests", () => {
  const file = getText("deploy/Caddyfile");
  const [shared = ""] = /^\(server\) \{\n[\s\S]*?^\}$/m.exec(file) ?? [];
  expect(listMatches(shared, /^\theader_up -(\w+)$/gm)).toEqual(["Traceparent", "Tracestate"]);
  const proxies = file.match(/reverse_proxy .+\n.+/g) ?? [];
  expect(proxies.length).toBeGreaterThan(0);
  for (const proxy of proxies) expect(proxy).toMatch(/\n\t+import server$/);
});

test("the systemd unit limits system calls and access to the machine", () => {
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

test("systemd and the container engine restart a server that crashes", () => {
  expect(getText("deploy/fieldlocker.service")).toMatch(/^Restart=on-failure$/m);
  expect(getBlock(getText("deploy/compose.yaml"), "x-site:")).toMatch(/^ {2}restart: unless-stopped$/m);
});

test("git and the image ignore .env files", () => {
  const readLines = (path: string) => getText(path).split("\n");
  expect(readLines(".gitignore")).toEqual(expect.arrayContaining([".env", ".env.before"]));
  expect(readLines("deploy/Dockerfile.dockerignore")).toContain("**/.env*");
});

describe("the site's variables", () => {
  const variables = new Set<string>([...VARIABLES, "NODE_ENV"]);

  test("are the only variables of the compose file, which sets all but a few", () => {
    const compose = getText("deploy/compose.yaml");
    const site = getBlock(compose, "x-site:");
    const setVariables = listMatches(getBlock(site, "environment:"), /^ +([A-Z_]+):/gm);
    expect(setVariables).toContain("DATABASE_URL");
    expect(setVariables.filter((name) => !variables.has(name))).toEqual([]);
    // The image sets PORT, HOST and VAR_DIR; tracing needs a collector; MOVE_TO is for sites on SQLite.
    const exceptions = ["PORT", "HOST", "VAR_DIR", "MOVE_TO", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME"];
    expect(VARIABLES.filter((name) => !setVariables.includes(name) && !exceptions.includes(name))).toEqual([]);
    for (const service of ["site-1", "site-2", "proxy", "postgres"]) {
      expect([service, compose.includes(`\n  ${service}:`)]).toEqual([service, true]);
    }
  });

  test("are the only variables of the image and the systemd unit", () => {
    const image = listMatches(listMatches(getText("deploy/Dockerfile"), /^ENV (.*)$/gm).join(" "), /\b([A-Z_]+)=/g);
    const unit = listMatches(getText("deploy/fieldlocker.service"), /^Environment=([A-Z_]+)=/gm);
    expect(image).toContain("VAR_DIR");
    expect(unit).toContain("VAR_DIR");
    expect([...image, ...unit].filter((name) => !variables.has(name))).toEqual([]);
  });

  test("are all documented in docs/configuration.md", () => {
    const page = getText("docs/configuration.md");
    expect(VARIABLES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

// Adds missing packages of other platforms to the lock files: npm omits them if the registry does not offer them, and
// `npm ci` then refuses the lock file.
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["android", "darwin", "freebsd", "netbsd", "openbsd", "win32", "linux", "openharmony"];
const PROCESSORS = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "loong64", "wasm32"];

/** Returns the lock entry of an optional platform package, derived from its name. */
function createPlatformEntry(name, version, dev) {
  const parts = name.split("/").pop().split("-");
  const os = SYSTEMS.filter((system) => parts.includes(system));
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  if (os.length + cpu.length === 0) throw new Error(`${name} is not a platform package`);
  const entry = { version, cpu, optional: true };
  if (dev) entry.dev = true;
  if (parts.includes("musl")) entry.libc = ["musl"];
  if (os.length > 0) entry.os = os;
  return entry;
}

for (const file of ["package-lock.json", "test/rare/package-lock.json"]) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isListed = [`node_modules/${name}`, `${path}/node_modules/${name}`].some((key) => key in lock.packages);
      if (!isListed) lock.packages[`node_modules/${name}`] = createPlatformEntry(name, version, dev);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

// Runs scripts/setup-steps.mjs, which an older Node cannot parse.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || major === 21 || (major === 20 && minor < 19)) {
  const version = process.versions.node;
  console.error(`Fieldlocker needs Node 20.19, 22 or newer; this is ${version}. Install it from https://nodejs.org.`);
  process.exit(1);
}
import("./setup-steps.mjs");

/** On older versions the server would treat every protocol upgrade as a WebSocket. */
const NEEDED = { major: 24, minor: 9 };

/**
 * Stops with a clear message on a Node that cannot run the product's TypeScript. `npm install` installs the right one
 * for Linux; `npm run` prefers it to the machine's own.
 */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) return;
  console.error(
    `Moneytrail needs Node ${NEEDED.major}.${NEEDED.minor} or newer; this is ${process.versions.node}.\n` +
      'npm install brings it for Linux, unless optional packages are left out:\n' +
      `run "npm install --include=optional", or install Node ${NEEDED.major}.`,
  );
  process.exit(1);
}

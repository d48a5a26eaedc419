const NEEDED_MAJOR = 24;

/**
 * Stops with a clear message on a Node that cannot run the product's TypeScript. The right one comes with
 * `npm install` for Linux and for Macs with Apple silicon; `npm run` prefers it to the machine's own.
 */
export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= NEEDED_MAJOR) return;
  console.error(
    `Moneytrail needs Node ${NEEDED_MAJOR} or newer; this is ${process.versions.node}.\n` +
      'npm install brings it for Linux and for Macs with Apple silicon, unless optional packages are left out:\n' +
      `run "npm install --include=optional", or install Node ${NEEDED_MAJOR}.`,
  );
  process.exit(1);
}

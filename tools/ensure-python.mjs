import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt-install.mjs';

/** Debian's own Python comes second: it sees the packages of apt, another one on the path does not. */
const CANDIDATES = ['python3', '/usr/bin/python3'];
const PACKAGES = ['python3-requests', 'python3-websockets'];

function installed() {
  const chosen = process.env.MONEYTRAIL_PYTHON;
  const candidates = chosen ? [chosen] : CANDIDATES;
  const hasLibraries = (python) =>
    spawnSync(python, ['-c', 'import requests, websockets'], { stdio: 'ignore' }).status === 0;
  return candidates.find(hasLibraries) ?? null;
}

/**
 * A Python with `requests` and `websockets`, which run a recipe of docs/integrate.md: MONEYTRAIL_PYTHON, an installed one,
 * or, as root on Debian, one installed now. Throws with installation instructions.
 */
export function ensurePython() {
  const found = installed();
  if (found) return found;
  for (const name of PACKAGES) aptInstall(name, 'the recipes of docs/integrate.md');
  const now = installed();
  if (now) return now;
  throw new Error(
    'No Python with requests and websockets was found. Install them (pip install requests websockets), or name a Python that has them in MONEYTRAIL_PYTHON.',
  );
}

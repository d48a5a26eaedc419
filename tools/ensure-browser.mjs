import { existsSync } from 'node:fs';
import { aptInstall } from './apt-install.mjs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Debian's headless Chromium. */
const SHELL = {
  path: '/usr/bin/chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
};

function installed() {
  const chosen = process.env.MONEYTRAIL_CHROMIUM;
  if (chosen) return existsSync(chosen) ? chosen : null;
  return CANDIDATES.find((path) => existsSync(path)) ?? null;
}

/**
 * The path of a Chromium or Chrome: MONEYTRAIL_CHROMIUM, an installed one, or, as root on Debian, one installed now.
 * Throws with installation instructions; browser tests are never skipped.
 */
export function ensureBrowser() {
  const found = installed();
  if (found) return found;
  const now = aptInstall('chromium', 'the browser tests') ? installed() : null;
  if (now) return now;
  throw new Error(
    'No Chromium or Chrome was found. Install one (Debian: apt-get install chromium), or name it in MONEYTRAIL_CHROMIUM.',
  );
}

/**
 * Like `ensureBrowser`, but prefers the headless shell if it is available: tests open hundreds of pages, and drawing
 * the windows around them takes half of the processor time.
 */
export function ensureTestBrowser() {
  if (process.env.MONEYTRAIL_CHROMIUM) return ensureBrowser();
  if (existsSync(SHELL.path)) return SHELL.path;
  try {
    aptInstall(SHELL.debianPackage, 'the browser tests');
  } catch (error) {
    console.warn(`${SHELL.debianPackage} cannot be installed: ${error}`);
  }
  return existsSync(SHELL.path) ? SHELL.path : ensureBrowser();
}

/**
 * Installs Firefox, WebKit and its display for the long run if they are missing. Throws with installation instructions.
 */
export function ensureOtherBrowsers() {
  const needed = {
    'firefox-esr': 'firefox-esr',
    'webkit2gtk-driver': 'WebKitWebDriver',
    xvfb: 'Xvfb',
  };
  for (const [debianPackage, program] of Object.entries(needed)) {
    const path = `/usr/bin/${program}`;
    if (existsSync(path)) continue;
    aptInstall(debianPackage, 'the journeys in other browsers');
    if (!existsSync(path))
      throw new Error(`The long run needs ${program}. Install ${debianPackage}.`);
  }
}

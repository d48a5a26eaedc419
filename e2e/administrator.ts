import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from '@playwright/test';
import { readClock } from './clock.ts';
import { ADMIN_TOKEN_FILE } from './session-file.ts';
import { signInDemo } from './sign-in.ts';

/** A token that ends sooner is not used any more. */
const SPARE_MS = 60_000;

function endsAtMs(token: string): number {
  const payload: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  const exp = typeof payload === 'object' && payload !== null && 'exp' in payload ? payload.exp : 0;
  return Number(exp) * 1_000;
}

/**
 * The token of an administrator who lets people in. A code is sent to an account once a minute, so that all journeys
 * share one sign-in; where the token is over, as when hours have passed, there is another.
 */
export async function administratorToken(): Promise<string> {
  const nowMs = await readClock();
  const kept = existsSync(ADMIN_TOKEN_FILE) ? readFileSync(ADMIN_TOKEN_FILE, 'utf8') : null;
  if (kept && endsAtMs(kept) - SPARE_MS > nowMs) return kept;
  const device = await request.newContext();
  const { accessToken } = await signInDemo(device, 'admin@demo.test', nowMs);
  await device.dispose();
  writeFileSync(ADMIN_TOKEN_FILE, accessToken);
  return accessToken;
}

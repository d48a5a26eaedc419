import { MINUTE_MS } from '@moneytrail/calendar';
import {
  AppError,
  createApiKey,
  createToken,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@moneytrail/contract';
import { signedIn } from '../../../http/check-access.ts';
import { grantOf } from '../../../http/grant.ts';
import type { Router } from '../../../http/route.ts';
import { requestContextOf, type UserCall } from '../account-services.ts';
import type { Accounts } from '../accounts.ts';
import { makeApiKey, readApiKeys, revokeKey, rotateKey } from './api-keys.ts';

type HttpCall = Parameters<Parameters<Router['route']>[1]>[0];

const KEY_ONLY = 'A token is made with an API key.';

/** The API keys of the caller's account, and the tokens that a key makes for pages of its customers. */
export function apiKeyRoutes(router: Router, { accounts }: { accounts: Accounts }): void {
  const { services } = accounts;
  const callOf = (call: HttpCall): UserCall => ({
    ...services,
    ...requestContextOf(call),
    session: accounts.sessionOf(signedIn(call.user)),
  });
  router.route(listApiKeys, ({ user }) => readApiKeys(services, signedIn(user)._id));
  router.route(createApiKey, (call) => makeApiKey(callOf(call), call.body));
  router.route(rotateApiKey, (call) => rotateKey(callOf(call), call.params.id));
  router.route(revokeApiKey, async (call) => revokeKey(callOf(call), call.params.id));
  router.route(createToken, async ({ user, body }) => {
    const grant = grantOf(user);
    if (!grant || grant.customer !== null) throw new AppError('FORBIDDEN', KEY_ONLY);
    const { scopes = grant.scopes, minutes, user: customer } = body;
    const missing = scopes.find((scope) => !grant.scopes.includes(scope));
    if (missing) throw new AppError('FORBIDDEN', `The API key lacks the scope ${missing}.`);
    const wantedMs = services.clock.now() + minutes * MINUTE_MS;
    const endsAtMs = Math.min(wantedMs, grant.endsAtMs ?? wantedMs);
    const { keyId } = grant;
    const token = await services.customerTokens.issue({ keyId, customer, scopes, endsAtMs });
    return { token, expiresAt: new Date(endsAtMs).toISOString(), scopes: [...scopes] };
  });
}

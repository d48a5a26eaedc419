import { KEY_SCOPES, type KeyScope } from '@moneytrail/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { CUSTOMER_PREFIX } from '../../../http/grant.ts';

const ALGORITHM = 'HS256';
const TYPE = 'mtt+jwt';
const ISSUER = 'moneytrail';
const AUDIENCE = 'moneytrail-pages';

/** The rights of a token: those of its key or fewer, for one customer of the key's owner. */
export type CustomerClaims = {
  keyId: string;
  customer: string;
  scopes: readonly KeyScope[];
  endsAtMs: number;
};

export type CustomerTokens = ReturnType<typeof createCustomerTokens>;

const isScope = (value: unknown): value is KeyScope => KEY_SCOPES.some((each) => each === value);

/** Signed tokens for customers' pages; whether their key is still valid, the reader decides. */
export function createCustomerTokens(deps: { key: Uint8Array; clock: { now: () => number } }) {
  return {
    async issue({ keyId, customer, scopes, endsAtMs }: CustomerClaims): Promise<string> {
      const token = await new SignJWT({ kid: keyId, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(customer)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(Math.floor(endsAtMs / 1_000))
        .sign(deps.key);
      return CUSTOMER_PREFIX + token;
    },
    /** Null for anything but a valid token of ours. */
    async read(token: string): Promise<CustomerClaims | null> {
      try {
        const { payload } = await jwtVerify(token.slice(CUSTOMER_PREFIX.length), deps.key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(deps.clock.now()),
          requiredClaims: ['sub', 'exp'],
        });
        const { sub, exp, kid, scope } = payload;
        if (!sub || !exp || typeof kid !== 'string' || typeof scope !== 'string') return null;
        const scopes = scope.split(' ').filter(isScope);
        return { keyId: kid, customer: sub, scopes, endsAtMs: exp * 1_000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

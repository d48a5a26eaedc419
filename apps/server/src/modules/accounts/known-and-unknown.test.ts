import {
  correctPhone,
  forgotPassword,
  login,
  register,
  requestRecovery,
  resendConfirmation,
  sendOtp,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { LEAST_ANSWER_MS } from './accounts.ts';
import { addUser, PASSWORD } from './testing/people.ts';
import { startAccounts, type TestServer } from './testing/start-accounts.ts';

const deviceId = '00000000-0000-4000-8000-0000000000c4';
const person = {
  firstName: 'Ana',
  lastName: 'Botha',
  password: PASSWORD,
  dateOfBirth: '1990-01-01',
  gender: 'Female',
  userType: 'retail',
  phone: '082 123 4567',
};
/** Timers may be early by the fraction of a millisecond that clocks are rounded by. */
const ROUNDING_MS = 2;

/** Every public call that takes an address; `sends` if a known one may cause a message. */
const CALLS = [
  {
    endpoint: login,
    bodyOf: (username: string) => ({ username, password: 'Wrong-1-pass', deviceId }),
    sends: false,
  },
  {
    endpoint: correctPhone,
    bodyOf: (username: string) => ({
      username,
      password: 'Wrong-1-pass',
      deviceId,
      phone: person.phone,
      phoneCountry: 'ZA',
    }),
    sends: true,
  },
  { endpoint: register, bodyOf: (email: string) => ({ ...person, email }), sends: true },
  { endpoint: forgotPassword, bodyOf: (email: string) => ({ email }), sends: true },
  { endpoint: resendConfirmation, bodyOf: (email: string) => ({ email }), sends: true },
  { endpoint: sendOtp, bodyOf: (username: string) => ({ username }), sends: true },
  { endpoint: requestRecovery, bodyOf: (username: string) => ({ username }), sends: true },
].map((call) => ({ name: call.endpoint.name, ...call }));

describe.each(USUAL_KINDS)('C4: known and unknown addresses, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  let strangers = 0;
  const newAddress = () => {
    strangers += 1;
    return `stranger${strangers}@example.com`;
  };
  async function ask(to: TestServer, path: string, payload: object) {
    const startedAt = performance.now();
    const answer = await to.app.inject({
      method: 'POST',
      url: path,
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.4' },
      payload,
    });
    return { answer, tookMs: performance.now() - startedAt };
  }
  /** Everything of an answer but what is new in each: headers and keys in their order. */
  async function toldOf(path: string, payload: object) {
    const { answer } = await ask(server, path, payload);
    const { date: _date, ...headers } = answer.headers;
    const body = answer.body.replace(/"requestId":"[^"]+"/, '"requestId":""');
    return { status: answer.statusCode, headers: Object.entries(headers), body };
  }

  test.each(CALLS)(
    '$name answers both with the same status, headers and words',
    async ({ endpoint, bodyOf }) => {
      const approved = await addUser(server);
      const pending = await addUser(server, { is_approved: false });
      const revoked = await addUser(server, { access_revoked: true });
      const unknown = await toldOf(endpoint.path, bodyOf(newAddress()));
      for (const { username } of [approved, pending, revoked]) {
        const known = await toldOf(endpoint.path, bodyOf(username));
        expect({ ...known, headers: [] }).toEqual({ ...unknown, headers: [] });
        const sized = known.headers.filter(([name]) => name !== 'content-length');
        expect(sized).toEqual(unknown.headers.filter(([name]) => name !== 'content-length'));
      }
    },
  );

  test('endpoints that may send a message take at least 400 ms, for both', async () => {
    const slow = await startAccounts(kind, { minimumAnswerMs: LEAST_ANSWER_MS });
    const { username } = await addUser(slow);
    const asked = CALLS.filter(({ sends }) => sends).flatMap(({ endpoint, bodyOf }) =>
      [username, newAddress()].map((address) => ask(slow, endpoint.path, bodyOf(address))),
    );
    for (const { tookMs } of await Promise.all(asked)) {
      expect(tookMs).toBeGreaterThanOrEqual(400 - ROUNDING_MS);
    }
    await slow.close();
  });
});

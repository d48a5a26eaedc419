import { forgotPassword, login, register, requestRecovery, sendOtp } from '@moneytrail/contract';
import { type Figure, median } from '../figure.ts';
import type { BenchServer } from './open-bench-server.ts';

const PAIRS = 200;
/** The first pairs run cold code and are not counted. */
const WARM_UP_PAIRS = 10;

type Body = (email: string) => Record<string, unknown>;
const person = {
  firstName: 'Ana',
  lastName: 'Botha',
  password: 'Gr1ffin-Rock',
  dateOfBirth: '1990-01-01',
  gender: 'Female',
  userType: 'retail',
  phone: '082 123 4567',
};
const deviceId = '00000000-0000-4000-8000-000000000000';

/** The public calls that take an address, and the number of pairs sent at once. */
const CALLS: readonly { path: string; body: Body; atOnce: number }[] = [
  {
    path: login.path,
    body: (username) => ({ username, password: 'Wrong-1-pass', deviceId }),
    atOnce: 1,
  },
  { path: forgotPassword.path, body: (email) => ({ email }), atOnce: 10 },
  { path: sendOtp.path, body: (username) => ({ username }), atOnce: 10 },
  { path: requestRecovery.path, body: (username) => ({ username }), atOnce: 10 },
  { path: register.path, body: (email) => ({ ...person, email }), atOnce: 5 },
];

/** The probability that two samples of one source differ as much as these, by the Mann–Whitney test. */
export function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const sorted = [...left, ...right].toSorted((a, b) => a - b);
  // Equal values share the mean of their ranks.
  const rankOf = (value: number) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1;
  const rankSum = left.reduce((sum, value) => sum + rankOf(value), 0);
  const [n, m] = [left.length, right.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // Abramowitz and Stegun 26.2.17, accurate to 7.5e-8.
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 2 * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/** The difference between responses to known and unknown addresses, call by call, over interleaved pairs. */
export async function knownAndUnknown(server: BenchServer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [callIndex, { path, body, atOnce }] of CALLS.entries()) {
    const known = await server.addUsers(`known${callIndex}-`, PAIRS + WARM_UP_PAIRS);
    const times = { known: [] as number[], unknown: [] as number[] };
    const ask = async (kind: keyof typeof times, email: string, index: number) => {
      const startedAt = performance.now();
      const answer = await server.app.inject({
        method: 'POST',
        url: path,
        headers: { 'x-forwarded-for': `10.${callIndex + 1}.${index >> 8}.${index & 255}` },
        payload: body(email),
      });
      times[kind].push(performance.now() - startedAt);
      return `${answer.statusCode} ${Object.keys(answer.json())}`;
    };
    const askPair = async (email: string, index: number) => {
      const stranger = `stranger${callIndex}-${index}@example.com`;
      const isKnownFirst = index % 2 === 0;
      const first = isKnownFirst
        ? await ask('known', email, index)
        : await ask('unknown', stranger, index);
      const second = isKnownFirst
        ? await ask('unknown', stranger, index)
        : await ask('known', email, index);
      if (first !== second) throw new Error(`${path} answers differently: ${first}, ${second}`);
    };
    const askPairs = async (from: number, to: number) => {
      for (let index = from; index < to; index += atOnce) {
        const emails = known.slice(index, Math.min(index + atOnce, to));
        await Promise.all(emails.map((email, offset) => askPair(email, index + offset)));
      }
    };
    await askPairs(PAIRS, PAIRS + WARM_UP_PAIRS);
    times.known = [];
    times.unknown = [];
    await askPairs(0, PAIRS);
    const [here, there] = [median(times.known), median(times.unknown)];
    const detail = `${here.toFixed(1)} and ${there.toFixed(1)} ms`;
    const what = `${path.replace('/api/auth/', '')}: known and unknown addresses`;
    figures.push(
      {
        what: `${what} apart`,
        value: Math.abs(here - there),
        unit: 'ms',
        bar: { atMost: 25 },
        detail,
      },
      {
        what: `${what}, Mann–Whitney p`,
        value: mannWhitney(times.known, times.unknown),
        unit: 'ratio',
        bar: { atLeast: 0.01 },
      },
    );
  }
  return figures;
}

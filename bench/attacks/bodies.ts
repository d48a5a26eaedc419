import { Agent, request } from 'node:http';
import type { Attack } from './attack.ts';

/** One hostile body. */
type Body = { method: 'POST' | 'PUT'; path: string; type: string; bytes: Buffer };

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const JSON_TYPE = 'application/json';
const CHARTS = '/api/1.1/charts?client=a&user=b';
const KEY = '00000000-0000-4000-8000-000000000001';

const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
const multipart = (parts: number) => Buffer.from(`${PART.repeat(parts)}--x--\r\n`);
const layoutOf = (content: string) =>
  Buffer.from(
    `{"key":"${KEY}","name":"A","symbol":"FMP:BTCUSD","resolution":"60","content":"${content}"}`,
  );
const chartOf = (content: string) =>
  Buffer.from(`{"name":"A","symbol":"FMP:BTCUSD","resolution":"60","content":"${content}"}`);

/** By name; each is within the size that its endpoint accepts or once accepted. */
export const HOSTILE_BODIES: Readonly<Record<string, Body>> = {
  '17,000 parts of a form': {
    method: 'POST',
    path: CHARTS,
    type: MULTIPART,
    bytes: multipart(17_000),
  },
  '3 MB of backslashes in JSON': {
    method: 'POST',
    path: CHARTS,
    type: JSON_TYPE,
    bytes: chartOf('\\\\'.repeat(1_500_000)),
  },
  '6 MB of escapes in a layout': {
    method: 'POST',
    path: '/api/layouts',
    type: JSON_TYPE,
    bytes: layoutOf('\\u0041'.repeat(1_040_000)),
  },
  '6 MB of escapes in an invalid layout': {
    method: 'POST',
    path: '/api/layouts',
    type: JSON_TYPE,
    bytes: Buffer.from(`{"x":"${'\\u0041'.repeat(1_040_000)}"}`),
  },
  '3 MB of fields of a form': {
    method: 'POST',
    path: CHARTS,
    type: FORM,
    bytes: Buffer.from('a=b&'.repeat(750_000)),
  },
  'layouts of 1 MB, one after the other': {
    method: 'POST',
    path: CHARTS,
    type: MULTIPART,
    bytes: Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA\r\n--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n${'é"'.repeat(340_000)}\r\n--x--\r\n`,
    ),
  },
};

/** The status of one answer; 0 if the connection was closed without one. */
function send(
  { origin, token, agent }: { origin: string; token: string; agent: Agent },
  { method, path, type, bytes }: Body,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((done) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': bytes.length,
    };
    const asked = request(`${origin}${path}`, { method, headers, agent, signal }, (answer) => {
      answer.resume();
      answer.on('close', () => done(answer.statusCode ?? 0));
    });
    asked.on('error', () => done(0));
    asked.end(bytes);
  });
}

const AT_ONCE = 4;

function attackWith(name: string, body: Body): Attack {
  return {
    name,
    async run({ origin, token }, signal) {
      const answered: Record<number, number> = {};
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
      const repeat = async () => {
        while (!signal.aborted) {
          const status = await send({ origin, token, agent }, body, signal);
          if (!signal.aborted) answered[status] = (answered[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, repeat));
      agent.destroy();
      return { answered };
    },
  };
}

/** Bodies whose parsing costs much, four in flight. */
export const BODY_ATTACKS: readonly Attack[] = Object.entries(HOSTILE_BODIES).map(([name, body]) =>
  attackWith(name, body),
);

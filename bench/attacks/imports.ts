import { MINUTE_MS } from '@moneytrail/calendar';
import {
  beginImport,
  getImport,
  IMPORT_PART_BYTES,
  type ImportState,
  planImportedFile,
  sendImportPart,
  storeImportedFile,
} from '@moneytrail/contract';
import type { Attack } from './attack.ts';
import { count, pause } from './flood.ts';

/** Small enough to be sent, read and stored several times while an attack is measured. */
const FILE_BYTES = 4 * 1_024 * 1_024;
/** Files become these instruments in turn: new bars at first, then the same again. */
const INSTRUMENTS = 4;
const LOOK_EVERY_MS = 200;
const RETRY_MS = 250;

type At = { origin: string; token: string };

/** Minutes as a browser sends them. */
export function minutesFile(mostBytes: number): Buffer {
  const startMs = Date.UTC(2023, 0, 1);
  const lines = ['time,open,high,low,close,volume'];
  for (let i = 0, size = 100; ; i++) {
    const price = 2_000 + Math.sin(i / 5_000) * 50;
    const close = price + Math.sin(i);
    const prices = [price, Math.max(price, close) + 0.25, Math.min(price, close) - 0.25, close];
    const figures = prices.map((each) => each.toFixed(3)).join(',');
    const line = `${startMs / 1_000 + (i * MINUTE_MS) / 1_000},${figures},${(10 + (i % 7)).toFixed(2)}`;
    size += line.length + 1;
    if (size > mostBytes) break;
    lines.push(line);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Sends a request again while it is answered 429. */
async function send(
  { origin, token }: At,
  { method, path, json, bytes }: { method: string; path: string; json?: object; bytes?: Buffer },
  { answered, signal }: { answered: Record<number, number>; signal: AbortSignal },
): Promise<string> {
  const type = bytes ? 'application/octet-stream' : 'application/json';
  const body = bytes ? new Uint8Array(bytes) : json && JSON.stringify(json);
  const headers = {
    'sec-fetch-site': 'same-origin',
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  for (;;) {
    signal.throwIfAborted();
    const answer = await fetch(origin + path, { method, headers, body: body ?? null, signal });
    const text = await answer.text();
    count(answered, answer.status);
    if (answer.ok) return text;
    if (answer.status !== 429) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    await pause(RETRY_MS);
  }
}

const pathOf = (path: string, id: string) => path.replace(':id', id);

async function importOnce(at: At, code: string, file: Buffer, run: Parameters<typeof send>[2]) {
  const ask = async (endpoint: { method: string; path: string }, id: string, json?: object) => {
    const path = pathOf(endpoint.path, id);
    const given = json ? { json } : {};
    const text = await send(at, { method: endpoint.method, path, ...given }, run);
    return JSON.parse(text) as ImportState;
  };
  const until = async (id: string, busy: ImportState['state'], wanted: ImportState['state']) => {
    let { state, outcome } = await ask(getImport, id);
    while (state === busy) {
      await pause(LOOK_EVERY_MS);
      ({ state, outcome } = await ask(getImport, id));
    }
    if (state !== wanted) throw new Error(`an import is ${state}: ${JSON.stringify(outcome)}`);
  };
  const { id } = await ask(beginImport, '', { name: `${code}.csv`, sizeBytes: file.length });
  for (let part = 0; part * IMPORT_PART_BYTES < file.length; part++) {
    const bytes = file.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES);
    const path = pathOf(sendImportPart.path, id).replace(':part', String(part));
    await send(at, { method: sendImportPart.method, path, bytes }, run);
  }
  const request = {
    code,
    description: 'A file of minutes',
    type: 'crypto',
    marketHours: 'crypto',
    access: 'signedIn',
  };
  await ask(planImportedFile, id, request);
  await until(id, 'reading', 'planned');
  await ask(storeImportedFile, id);
  await until(id, 'storing', 'stored');
}

/** A super admin's files of minutes, one after the other: sent, read, stored. */
export const IMPORT_ATTACK: Attack = {
  name: 'imports of files',
  isOfAdmin: true,
  async run(at, signal) {
    const answered: Record<number, number> = {};
    const file = minutesFile(FILE_BYTES);
    for (let round = 0; !signal.aborted; round += 1) {
      try {
        await importOnce(at, `FILE${round % INSTRUMENTS}`, file, { answered, signal });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    return { answered };
  },
};

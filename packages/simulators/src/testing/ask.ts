import type { Simulator } from '../simulator.ts';

/** A response as a client sees it. */
export type Answered = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
};

/** The header with a simulator's key. */
function keyHeader({ exchange, apiKey }: Simulator): Record<string, string> {
  if (apiKey === null) return {};
  if (exchange === 'FMP') return { apikey: apiKey };
  if (exchange === 'Tiingo') return { authorization: `Token ${apiKey}` };
  return { 'x-api-key': apiKey };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request to a simulator, with its key unless other headers are given. */
export async function ask(
  simulator: Simulator,
  path: string,
  headers = keyHeader(simulator),
): Promise<Answered> {
  const response = await fetch(simulator.restUrl + path, { headers, redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** The rows of a response that is a list of objects. */
export async function rowsOf(
  simulator: Simulator,
  path: string,
): Promise<Record<string, unknown>[]> {
  const { json, status, text } = await ask(simulator, path);
  if (!Array.isArray(json)) throw new Error(`${path} answered ${status} ${text.slice(0, 200)}`);
  return json.map((row) => ({ ...row }));
}

/** The rows of a response that is a list of number lists. */
export async function numbersOf(simulator: Simulator, path: string): Promise<number[][]> {
  const { json, status, text } = await ask(simulator, path);
  if (!Array.isArray(json)) throw new Error(`${path} answered ${status} ${text.slice(0, 200)}`);
  return json.map((row: unknown) => (Array.isArray(row) ? row.map(Number) : []));
}

/** Names and types of a row's fields in order: `date string`. */
export function shapeOf(row: unknown): string[] {
  return Object.entries({ ...(typeof row === 'object' ? row : {}) }).map(
    ([name, value]) => `${name} ${value === null ? 'null' : typeof value}`,
  );
}

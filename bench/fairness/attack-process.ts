import type { Attack } from '../attacks/attack.ts';
import { ATTACKS } from '../attacks/index.ts';

/** The account attacks all processes at once. */
export type AttackOrder = { name: string; origins: readonly string[]; token: string };

/** Prepares the ordered attack and answers `begun`; runs it until the parent sends `stop`, then answers with its result. */
let stop = new AbortController();
process.on('message', (message: AttackOrder | 'stop') => {
  if (message === 'stop') {
    stop.abort();
    return;
  }
  stop = new AbortController();
  const attack = ATTACKS.find(({ name }) => name === message.name);
  if (!attack) {
    process.send?.(`there is no attack ${message.name}`);
    return;
  }
  begin(attack, message, stop.signal).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(String(error)),
  );
});

async function begin(attack: Attack, { origins, token }: AttackOrder, signal: AbortSignal) {
  const [first = ''] = origins;
  await attack.prepare?.({ origin: first, token });
  process.send?.({ begun: true });
  const results = await Promise.all(origins.map((origin) => attack.run({ origin, token }, signal)));
  const answered: Record<number, number> = {};
  for (const each of results) {
    for (const [status, times] of Object.entries(each.answered)) {
      answered[Number(status)] = (answered[Number(status)] ?? 0) + times;
    }
  }
  return { answered };
}

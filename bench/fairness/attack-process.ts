import type { Attack } from '../attacks/attack.ts';
import { ATTACKS } from '../attacks/index.ts';

export type AttackOrder = { name: string; origin: string; token: string };

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

async function begin(attack: Attack, order: AttackOrder, signal: AbortSignal) {
  await attack.prepare?.(order);
  process.send?.({ begun: true });
  return attack.run(order, signal);
}

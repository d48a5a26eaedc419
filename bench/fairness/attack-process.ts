import { ATTACKS } from '../attacks/index.ts';

export type AttackOrder = { name: string; origin: string; token: string };

/** Runs the ordered attack until the parent sends `stop`, then answers with its result. */
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
  attack.run(message, stop.signal).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(String(error)),
  );
});

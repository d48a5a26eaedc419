import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { followProcessorTime } from './processor-time.mjs';

/**
 * Runs a Node program and writes its duration, `{ wallSeconds, processorSeconds }`, to the file named first: `node
 * measured.mjs FILE SCRIPT ARGUMENT …`. Exits with the program's status.
 */
const [, , file = '', ...args] = process.argv;
const startedAt = performance.now();
const processorTime = followProcessorTime();
const child = spawn(process.execPath, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => {
  const wallSeconds = (performance.now() - startedAt) / 1_000;
  writeFileSync(file, JSON.stringify({ wallSeconds, processorSeconds: processorTime.read() }));
  process.exit(code ?? 1);
});

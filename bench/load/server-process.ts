import { readFileSync } from 'node:fs';
import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { signIn } = await import('../history/sign-in.ts');

/** The product for one administrator. */
const { DATABASE_URL } = process.env;
const { app, port } = await serveProduct({ settings: DATABASE_URL ? { DATABASE_URL } : {} });
const token = await signIn(app);

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024;

process.on('message', (message) => {
  if (message === 'memory') process.send?.({ memoryMb: residentMb() });
});
process.send?.({ port, token });

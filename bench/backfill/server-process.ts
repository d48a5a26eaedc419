import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { signIn } = await import('../history/sign-in.ts');
const { insertInstruments, syncInstruments } = await import(
  '../../apps/server/src/modules/catalogue/index.ts'
);

/** The product for one administrator, with a year of minutes to backfill for every instrument. */
const { DATABASE_URL } = process.env;
const settings = { BACKFILL_MINUTE_DAYS: '365', ...(DATABASE_URL ? { DATABASE_URL } : {}) };
const { app, context, port } = await serveProduct({ settings });
const token = await signIn(app);
await syncInstruments(context, {
  signal: new AbortController().signal,
  progress: () => undefined,
});
// Simulators list fewer instruments than an installation may have: these are requested and have no bars.
await insertInstruments(
  context.db,
  Array.from({ length: 120 }, (_, index) => ({
    ...({ exchange: 'Bitfinex', type: 'crypto', marketHours: 'crypto' } as const),
    code: `X${index}USD`,
    base: `X${index}`,
    quote: 'USD',
    description: 'Without bars',
    listedExchange: { name: 'Bitfinex', value: 'BITFINEX' },
  })),
);
process.send?.({ port, token });

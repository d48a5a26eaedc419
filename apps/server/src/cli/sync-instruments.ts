import '../without-native-ws.ts';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { syncInstruments } from '../modules/catalogue/index.ts';
import { EXIT, runCommand } from './run-command.ts';

const HELP = `Reads every vendor's list of instruments into the catalogue, now; the server does the same every night.

  npm run sync-instruments

New instruments are stored disabled, except for the default set at a vendor's first list. What a vendor does not list any
more is marked and kept. It uses the database of the server: DATABASE_URL, or the folder DATA_DIR (./data), which only one
process can use, and the vendors' keys of this environment.
Exit codes: 0 every list was stored, 1 a vendor failed, 2 not understood.`;

async function run(): Promise<number> {
  const context = await createContext({ ...readConfig(process.env), roles: [] });
  try {
    const whole = { signal: new AbortController().signal, progress: () => undefined };
    const outcomes = await syncInstruments(context, whole, { isForced: true });
    for (const outcome of outcomes) {
      if ('error' in outcome) console.error(outcome.error.message);
      else {
        const { exchange, listed, written, vanished } = outcome;
        console.log(`${exchange}: ${listed} listed, ${written} new or changed, ${vanished} gone.`);
      }
    }
    return outcomes.some((outcome) => 'error' in outcome) ? EXIT.refused : EXIT.done;
  } finally {
    await context.close();
  }
}

await runCommand(HELP, run);

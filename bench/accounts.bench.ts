import { historyBesideSignIns } from './accounts/history-beside-sign-ins.ts';
import { knownAndUnknown } from './accounts/known-and-unknown.ts';
import { openBenchServer } from './accounts/open-bench-server.ts';
import { report } from './figure.ts';

const server = await openBenchServer();
try {
  report(await historyBesideSignIns(server));
  report(await knownAndUnknown(server));
} finally {
  await server.close();
}

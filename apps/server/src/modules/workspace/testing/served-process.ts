import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { addAccount, openSessionOf } from '../../../conformance/testing/people.ts';
import { createContext } from '../../../context.ts';

// The server in a separate process, killed after a save of the given method is stored and before it is answered.
const { DATABASE_URL = '', DATA_DIR = '', KILLED_AT = '' } = process.env;
const place = { DATA_DIR, ...(DATABASE_URL === '' ? {} : { DATABASE_URL }) };
const settings = { SIMULATE: 'all', PORT: '0', LOG_LEVEL: 'fatal' };
const context = await createContext(readConfig({ ...place, ...settings }));
const app = await buildApp(context, { webFolder: null });
app.addHook('onSend', async ({ method, url }) => {
  if (method === KILLED_AT && url.startsWith('/api/layouts')) process.kill(process.pid, 'SIGKILL');
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const userId = await addAccount({ context });
const { token } = await openSessionOf({ context }, userId);
process.send?.({ address, token, userId });

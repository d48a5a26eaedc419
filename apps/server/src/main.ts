import './spare-memory.ts';
import './without-native-ws.ts';

// Loaded afterwards: a process that begins anew for its settings has loaded nothing in vain.
const { startServer } = await import('./serve.ts');
await startServer();

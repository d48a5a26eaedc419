import './spare-memory.ts';
import './without-native-ws.ts';

// Loaded dynamically: a process that restarts itself with other settings has then loaded nothing in vain.
const { startServer } = await import('./serve.ts');
await startServer();

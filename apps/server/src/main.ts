import './spare-memory.ts';

// Loaded afterwards: a process that begins anew for its settings has loaded nothing in vain.
await import('./serve.ts');

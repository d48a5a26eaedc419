import { setPriority } from 'node:os';
import { compressWeb } from './web-build.mjs';

// The server and its first visitors have priority.
setPriority(10);
compressWeb();

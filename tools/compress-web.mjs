import { setPriority } from 'node:os';
import { compressWeb } from './web-build.mjs';

// A server and its first visitors come first.
setPriority(10);
compressWeb();

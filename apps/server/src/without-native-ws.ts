/**
 * Must be imported first: ws uses a native add-on if any dependency brings it, and that crashes the process if a thread
 * is terminated while loading it, as at a failed start.
 */
process.env.WS_NO_BUFFER_UTIL = '1';

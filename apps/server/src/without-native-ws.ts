/**
 * Imported before anything else: ws takes a native part where somebody's dependency brings one, and that ends the whole
 * process where a thread is ended that is just loading it, as at a start that fails.
 */
process.env.WS_NO_BUFFER_UTIL = '1';

/** A setting that does not fit; the message lists every one of them. */
export class ConfigError extends Error {}

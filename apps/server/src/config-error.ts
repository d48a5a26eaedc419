/** Invalid settings; the message lists all of them. */
export class ConfigError extends Error {}

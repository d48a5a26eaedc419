import type { Config } from './config.ts';

/** Signs sessions, keys the audit chain and what is stored encrypted: the operator's, or this installation's own. */
export async function installationSecret(
  config: Pick<Config, 'accounts' | 'dataDir'>,
): Promise<string> {
  if (config.accounts.secret !== null) return config.accounts.secret;
  const { demoSecret } = await import('./modules/accounts/demo/demo-secret.ts');
  return demoSecret(config.dataDir);
}

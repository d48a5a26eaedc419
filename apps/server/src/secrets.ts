import type { Config } from './config.ts';

/** The secret for sessions, the audit chain and encryption: the operator's, or a generated one. */
export async function installationSecret(
  config: Pick<Config, 'accounts' | 'dataDir'>,
): Promise<string> {
  if (config.accounts.secret !== null) return config.accounts.secret;
  const { demoSecret } = await import('./modules/accounts/demo/demo-secret.ts');
  return demoSecret(config.dataDir);
}

/** The password of an address, raw and decoded. */
function loginOf(address: string | null): string[] {
  if (address === null || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, decodeURIComponent(password)];
}

/** Every secret value in the settings; the error log removes them. */
export function secretsOf(config: Config, installation: string): string[] {
  const { feeds, accounts, mail, sms, payments } = config;
  const { paypal, lemon } = payments;
  const values = [
    installation,
    accounts.secret,
    accounts.demoPassword,
    accounts.firstAdmin?.password,
    feeds.fmp.apiKey,
    feeds.tiingo.apiKey,
    feeds.bvg.apiKey,
    sms?.authToken,
    paypal?.clientSecret,
    lemon?.apiKey,
    lemon?.webhookSecret,
    ...loginOf(config.databaseUrl),
    ...loginOf(config.databaseDirectUrl),
    ...loginOf(config.databaseReadUrl),
    ...loginOf(config.backup?.rehearsalUrl ?? null),
    ...loginOf(config.natsUrl),
    ...loginOf(mail?.url ?? null),
  ];
  return values.flatMap((value) => (value ? [value] : []));
}

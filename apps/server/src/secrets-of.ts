import type { Config } from './config.ts';

/** The user and password of an address. */
function loginOf(address: string | null): string[] {
  if (address === null || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, decodeURIComponent(password)];
}

/** Every value among the settings that nobody may read: what is kept of failures holds none of them. */
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
    ...loginOf(config.backup?.rehearsalUrl ?? null),
    ...loginOf(config.natsUrl),
    ...loginOf(mail?.url ?? null),
  ];
  return values.flatMap((value) => (value ? [value] : []));
}

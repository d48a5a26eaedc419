/** The texts of the paywall, letter for letter as specified. */
export const PAYWALL_TEXTS = {
  title: 'Restricted access',
  anonymous: 'Register or sign in to see more symbols.',
  commercial:
    'Access to additional live chart data is restricted. For now, you only have access to BTCUSD from the FMP source.',
  subUser:
    'Access to additional live chart data is restricted because the main user of your account has not paid. For now, you only have access to BTCUSD from the FMP source.',
  retail:
    'Access to additional live chart data is restricted because there is no active subscription linked to your account. For now, you only have access to BTCUSD from the FMP source.',
  feed: 'Your account does not include the {exchange} source.',
  suffix: 'Your account does not include international listings such as {code}.',
  support: 'Please contact the support team if you believe this is an error.',
  manage: 'Manage Your Subscriptions',
  close: 'Close',
  register: 'Register',
  signIn: 'Sign In',
} as const;

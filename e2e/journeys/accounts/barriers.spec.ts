import { NOBODY, test } from '../../journey.ts';
import { ORIGIN } from '../../origin.ts';
import { walkAccount } from '../../screens/account-screens.ts';
import { judgeBarriers } from '../../screens/barriers.ts';
import { SIZES } from '../../screens/look.ts';
import { walkMailbox } from '../../screens/mailbox-screens.ts';
import { walkPasswords } from '../../screens/password-screens.ts';
import { walkPaywall } from '../../screens/paywall-screens.ts';
import { walkRegistration } from '../../screens/register-screens.ts';
import { walkSharing } from '../../screens/sharing-screens.ts';
import { walkSignIn } from '../../screens/sign-in-screens.ts';
import { walkSubscription } from '../../screens/subscription-screens.ts';
import { signedIn } from '../../session.ts';

test.use({ storageState: NOBODY });

const WALKS = {
  'signing in': walkSignIn,
  registering: walkRegistration,
  'a forgotten password': walkPasswords,
  'the account': walkAccount,
  'plans and payments': walkSubscription,
  'the paywall': walkPaywall,
  'the demo mailbox': walkMailbox,
};
const COMMERCIAL = 'commercial@demo.test';
const REFUSALS = [400, 401, 403, 404, 500, 503, 504];

/** Only in the long run: component tests check every state once, at one size. */
const sizes = process.env.TEST_LONG === 'true' ? Object.entries(SIZES) : [];

for (const [size, use] of sizes) {
  test.describe(size, () => {
    test.use(use);
    for (const [name, walk] of Object.entries(WALKS)) {
      test(`no state of ${name} has a barrier, at a ${size}, in either theme`, async ({
        page,
        consoleGuard,
      }) => {
        for (const status of REFUSALS) consoleGuard.expectAnswer(status, /^\/api\//);
        await walk(page, judgeBarriers(page));
      });
    }
    test(`no state of sharing an account has a barrier, at a ${size}, in either theme`, async ({
      browser,
    }) => {
      const storageState = await signedIn(COMMERCIAL);
      const context = await browser.newContext({
        ...use,
        storageState,
        baseURL: ORIGIN,
      });
      const page = await context.newPage();
      await walkSharing(page, judgeBarriers(page));
      await context.close();
    });
  });
}

import { NOBODY, test } from '../../journey.ts';
import { walkAccount } from '../../screens/account-screens.ts';
import { judgeBarriers } from '../../screens/barriers.ts';
import { SIZES } from '../../screens/look.ts';
import { walkMailbox } from '../../screens/mailbox-screens.ts';
import { walkPasswords } from '../../screens/password-screens.ts';
import { walkRegistration } from '../../screens/register-screens.ts';
import { walkSignIn } from '../../screens/sign-in-screens.ts';

test.use({
  storageState: NOBODY,
  // What fades is judged when it has faded.
  contextOptions: { reducedMotion: 'reduce' },
});

const WALKS = {
  'signing in': walkSignIn,
  registering: walkRegistration,
  'a forgotten password': walkPasswords,
  'the account': walkAccount,
  'the demo mailbox': walkMailbox,
};
const REFUSALS = [400, 401, 403, 500, 503, 504];

for (const [size, use] of Object.entries(SIZES)) {
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
  });
}

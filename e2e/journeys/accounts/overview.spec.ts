import { openChart } from '../../chart-page.ts';
import { expect, test } from '../../journey.ts';
import { avatar } from '../../people.ts';

const ACCOUNT = '/api/users';

test('a commercial account reads its status, and through which day its payment is good', async ({
  page,
}) => {
  await openChart(page);
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Account' });
  await expect(dialog).toContainText('Commercial User');
  await expect(dialog).toContainText('Approved');
  await expect(dialog).toContainText(/Subscription statusActive/);
  await expect(dialog).toContainText(/Valid through\d{2} \p{L}+ \d{4}/u);
});

test('a commercial account without a valid payment reads that too', async ({ page }) => {
  await page.route(`**${ACCOUNT}`, async (route) => {
    const answer = await route.fetch();
    const account = await answer.json();
    await route.fulfill({ json: { ...account, hasPaid: false, paymentValidUntil: null } });
  });
  await openChart(page);
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Account' });
  await expect(dialog).toContainText(/Subscription statusNot Active/);
  await expect(dialog).toContainText(/Valid throughN\/A/);
});

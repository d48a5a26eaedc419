import { type DemoMessage, demoMessage, getDemoMailbox } from '@moneytrail/contract';
import type { Product } from './open-product.ts';

async function codeFor(origin: string, phone: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer: unknown[] = await (await fetch(`${origin}${getDemoMailbox.path}`)).json();
    const messages: DemoMessage[] = answer.map((one) => demoMessage.parse(one));
    const texts = messages.filter(({ to }) => to === phone).map(({ text }) => text);
    const code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    if (code) return code;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no code was sent to ${phone}`);
}

/** Milliseconds from the last digit of a code, which signs in, to the first candle; each in a browser never used before. */
export async function codeToCandle(product: Product, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await product.newPerson();
    const visitor = await product.newVisitor();
    const page = await visitor.newPage();
    await page.goto(`${product.origin}/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    const code = await codeFor(product.origin, person.phone);
    await page.getByRole('textbox', { name: 'Code' }).focus();
    await page.keyboard.type(code.slice(0, -1));
    await page.evaluate(() => window.candles.awaitKey());
    await page.keyboard.press(code.slice(-1));
    times.push(await page.evaluate(() => window.candles.paintedSinceKey()));
    await visitor.close();
  }
  return times;
}

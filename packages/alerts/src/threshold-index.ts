/**
 * The prices that alerts of one instrument wait for. A movement of the price finds the alerts that it reaches or passes in
 * O(log n + found); changes are gathered and sorted in with the next look.
 */
export class ThresholdIndex<Alert> {
  /** Ascending; `#alerts` has the alert of each. */
  #prices = new Float64Array(0);
  #alerts: Alert[] = [];
  readonly #changed = new Map<Alert, readonly number[]>();

  /** Replaces the prices of an alert; without prices it is never found. */
  set(alert: Alert, prices: readonly number[]): void {
    this.#changed.set(alert, prices);
  }

  /** The alerts with a price from `low` to `high`, both included. */
  between(low: number, high: number): readonly Alert[] {
    if (this.#changed.size > 0) this.#settle();
    const prices = this.#prices;
    let [first, end] = [0, prices.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if (Number(prices[middle]) < low) first = middle + 1;
      else end = middle;
    }
    let after = first;
    while (after < prices.length && Number(prices[after]) <= high) after += 1;
    return after === first ? NONE : [...new Set(this.#alerts.slice(first, after))];
  }

  #settle(): void {
    const entries: { price: number; alert: Alert }[] = [];
    this.#alerts.forEach((alert, index) => {
      if (!this.#changed.has(alert)) entries.push({ price: Number(this.#prices[index]), alert });
    });
    for (const [alert, prices] of this.#changed) {
      for (const price of prices) entries.push({ price, alert });
    }
    this.#changed.clear();
    entries.sort((a, b) => a.price - b.price);
    this.#prices = Float64Array.from(entries, ({ price }) => price);
    this.#alerts = entries.map(({ alert }) => alert);
  }
}

const NONE: readonly never[] = [];

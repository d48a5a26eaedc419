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

  /** Only what has changed is sorted, and merged with the rest: thousands of thresholds are in order already. */
  #settle(): void {
    const added: { price: number; alert: Alert }[] = [];
    for (const [alert, prices] of this.#changed) {
      // A figure may be undefined at a bar.
      for (const price of prices) if (!Number.isNaN(price)) added.push({ price, alert });
    }
    added.sort((a, b) => a.price - b.price);
    const prices = new Float64Array(this.#prices.length + added.length);
    const alerts: Alert[] = [];
    let next = 0;
    const add = (price: number, alert: Alert) => {
      prices[alerts.length] = price;
      alerts.push(alert);
    };
    const addUntil = (price: number) => {
      for (let entry = added[next]; entry && entry.price <= price; entry = added[next]) {
        add(entry.price, entry.alert);
        next += 1;
      }
    };
    for (const [index, alert] of this.#alerts.entries()) {
      if (this.#changed.has(alert)) continue;
      const price = Number(this.#prices[index]);
      addUntil(price);
      add(price, alert);
    }
    addUntil(Number.POSITIVE_INFINITY);
    this.#changed.clear();
    this.#prices = prices.slice(0, alerts.length);
    this.#alerts = alerts;
  }
}

const NONE: readonly never[] = [];

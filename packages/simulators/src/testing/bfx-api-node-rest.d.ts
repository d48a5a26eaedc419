declare module 'bfx-api-node-rest' {
  type Settings = { url: string; transform: boolean };
  class RESTv2 {
    constructor(settings: Settings);
    candles(request: {
      timeframe: string;
      symbol: string;
      section: string;
      query: Record<string, number>;
    }): Promise<unknown>;
    ticker(symbol: string): Promise<unknown>;
    tickers(request: { symbols: string[] }): Promise<unknown>;
    status(): Promise<unknown>;
  }
  const rest: { RESTv2: typeof RESTv2 };
  export default rest;
}

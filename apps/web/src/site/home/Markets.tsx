import {
  IconBuildingBank,
  IconChartLine,
  IconCoins,
  IconCurrencyBitcoin,
  IconCurrencyDollar,
  IconPlant2,
  type TablerIcon,
} from '@tabler/icons-react';
import classes from './Markets.module.css';
import section from './Section.module.css';

type Market = { name: string; examples: string; icon: TablerIcon };

const MARKETS: readonly Market[] = [
  { name: 'Stocks', examples: 'Apple, Tesla, Alphabet', icon: IconBuildingBank },
  { name: 'Index', examples: 'CBOE Volatility Index', icon: IconChartLine },
  { name: 'Commodities', examples: 'Gold futures', icon: IconCoins },
  { name: 'Crypto', examples: 'Bitcoin, Ethereum', icon: IconCurrencyBitcoin },
  { name: 'Forex', examples: 'EUR/USD, USD/ZAR', icon: IconCurrencyDollar },
  { name: 'Safex Agri', examples: 'Maize, wheat, soya, sunflower', icon: IconPlant2 },
];

export function Markets() {
  return (
    <section className={`${section.section} ${classes.section}`} aria-labelledby="markets">
      <div className={section.inner}>
        <div className={classes.head}>
          <h2 id="markets" className={section.title}>
            Six markets, one chart
          </h2>
          <p className={classes.text}>
            Prices come from FMP, Bitfinex, Tiingo and BVG. BVG is a source of Safex, the
            agricultural market of the JSE. Every chart names its source and how old its last price
            is.
          </p>
        </div>
        <ul className={classes.tiles}>
          {MARKETS.map(({ name, examples, icon: Icon }) => (
            <li key={name} className={classes.tile}>
              <Icon size={28} stroke={1.5} aria-hidden="true" className={classes.icon} />
              <h3 className={classes.name}>{name}</h3>
              <p className={classes.examples}>{examples}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

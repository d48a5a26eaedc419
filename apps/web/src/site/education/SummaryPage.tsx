import { ExplorablePreview } from '../preview/ExplorablePreview.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import classes from './SummaryPage.module.css';
import { TopicFrame } from './TopicFrame.tsx';

/** In the recommended order. */
const TIPS: readonly { title: string; text: string; id?: string }[] = [
  {
    title: 'Begin with the long term.',
    text: 'Open the daily chart and see where price is between the two long-term lines before you look at hours or minutes.',
  },
  {
    title: 'Mark the levels.',
    text: 'Four lines show the highest and lowest close of 20 and of 100 bars. Price often hesitates there, most of all where short-term and long-term lines meet.',
  },
  {
    title: 'Ask how tight the market is.',
    text: 'Low tightness means that the market is at rest. It has no direction, and it may last.',
  },
  {
    title: 'See which way closes lean.',
    text: 'Long/Short % is above zero where bars close near their highs. Deployment shows the same without the cap at 100\u00a0%.',
  },
  {
    id: 'closed',
    title: 'Wait for the bar to close.',
    text: 'A bar is closed once its interval is over and its last trades are known. Levels, marks and the summary use closed bars; a signal on a forming bar may be gone a minute later.',
  },
  {
    title: 'Treat marks as a question.',
    text: 'A buy or sell mark says that its conditions are met, not what follows. Read the record before you rely on it.',
  },
  {
    title: 'Decide the loss first.',
    text: 'Risk 1 to 2\u00a0% of your capital on a trade. The distance to the stop then gives the size.',
  },
  {
    id: 'sources',
    title: 'Look at source and age.',
    text: 'Every price shows its source and its age: FMP, Bitfinex, Tiingo, or BVG for Safex, the agricultural market of the JSE in Johannesburg. A delayed price is a fact about the past.',
  },
];

export default function SummaryPage() {
  return (
    <TopicFrame
      topic="summary"
      title="How to read the charts"
      lede="Eight tips for a first look, and a live chart to try them on. The other tabs explain each indicator: what it measures, how it is computed, and when it misleads."
    >
      <ol className={classes.tips}>
        {TIPS.map(({ id, title, text }) => (
          <li key={title} id={id} tabIndex={id ? -1 : undefined}>
            <strong>{title}</strong> {text}
          </li>
        ))}
      </ol>
      <h2>Try it</h2>
      <div className={classes.preview}>
        <ExplorablePreview />
      </div>
      <section className={classes.prompt} aria-labelledby="more-symbols">
        <h3 id="more-symbols" className={classes.promptTitle}>
          Register or sign in for more symbols
        </h3>
        <p className={classes.promptText}>
          The preview shows BTCUSD. Stocks, indices, commodities, forex and Safex Agri need an
          account.
        </p>
        <div className={classes.buttons}>
          <ButtonLink href="/register" kind="navy">
            Register
          </ButtonLink>
          <ButtonLink href="/login" kind="plain">
            Sign in
          </ButtonLink>
        </div>
      </section>
    </TopicFrame>
  );
}

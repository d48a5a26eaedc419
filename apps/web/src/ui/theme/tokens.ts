/**
 * Every colour of the product is defined here. CSS variables, Mantine's palette and the canvas theme are derived from
 * these tables; a test checks each contrast.
 */

export type ThemeName = 'light' | 'dark';

/** `[light, dark]` */
type Colour = readonly [light: string, dark: string];

/** Surfaces. */
export const GROUNDS = {
  bg: ['#F3F6FB', '#070F20'],
  surface: ['#FFFFFF', '#0D1A33'],
  alt: ['#EDF2F9', '#122241'],
  hover: ['#E2EAF5', '#1A2D52'],
  selected: ['#FFF0E2', '#33210F'],
  bar: ['#12284B', '#0A1530'],
  'chart-bg': ['#FFFFFF', '#0B1630'],
  border: ['#CBD5E3', '#263B60'],
  'chart-grid': ['#E6ECF5', '#1B2A4A'],
  /** 55 % and 65 % opaque. */
  overlay: ['#0C19308C', '#03070FA6'],
} as const satisfies Record<string, Colour>;

/** Text on the grounds: at least 4.5 on each of bg, surface, alt, hover and selected. */
export const TEXTS = {
  text: ['#0C1930', '#E8EEF8'],
  'text-dim': ['#475772', '#A8B6CE'],
  'text-placeholder': ['#596983', '#8FA0BD'],
  link: ['#1551B5', '#8FBBFF'],
  'primary-text': ['#12284B', '#9DBEF5'],
  'secondary-text': ['#A04600', '#FF9A3D'],
  'error-text': ['#B3202C', '#FF8A8A'],
  'info-text': ['#0F5CA8', '#7FBEFF'],
  'success-text': ['#17693A', '#5FD48F'],
  'warning-text': ['#755300', '#FFD24A'],
  'up-text': ['#07695C', '#2CC7AF'],
  'down-text': ['#B81D3C', '#FF7A8E'],
} as const satisfies Record<string, Colour>;

/** Marks, outlines and fills seen on the grounds: at least 3. */
export const GRAPHICS = {
  'border-strong': ['#6B7B95', '#6C82A8'],
  focus: ['#1D5FD1', '#8FBBFF'],
  secondary: ['#D86300', '#D86300'],
  error: ['#C62836', '#E2525C'],
  info: ['#1A6FC4', '#4696F0'],
  success: ['#1C7F46', '#37B06A'],
} as const satisfies Record<string, Colour>;

type Fill = readonly [
  light: readonly [fill: string, text: string],
  dark: readonly [fill: string, text: string],
];

/** Steps of a figure's heat from low over the middle to high: orange and blue, which colour-blind people tell apart. */
export const HEAT = {
  'heat-low3': [
    ['#A04600', '#FFFFFF'],
    ['#FFA24A', '#0C1930'],
  ],
  'heat-low2': [
    ['#E58A3C', '#0C1930'],
    ['#D0721C', '#0C1930'],
  ],
  'heat-low1': [
    ['#F6CFA8', '#0C1930'],
    ['#744112', '#FFFFFF'],
  ],
  'heat-middle': [
    ['#E1E7F0', '#0C1930'],
    ['#26344F', '#FFFFFF'],
  ],
  'heat-high1': [
    ['#A8CBF4', '#0C1930'],
    ['#23508F', '#FFFFFF'],
  ],
  'heat-high2': [
    ['#5C9AE3', '#0C1930'],
    ['#4A8DEB', '#0C1930'],
  ],
  'heat-high3': [
    ['#1551B5', '#FFFFFF'],
    ['#9CC6FF', '#0C1930'],
  ],
} as const satisfies Record<string, Fill>;

/** Fills with their text: at least 4.5, the marker on the bar 3. */
export const FILLS = {
  primary: [
    ['#12284B', '#FFFFFF'],
    ['#3A6BBD', '#FFFFFF'],
  ],
  'primary-hover': [
    ['#1D3F78', '#FFFFFF'],
    ['#4174C4', '#FFFFFF'],
  ],
  secondary: [
    ['#D86300', '#0C1930'],
    ['#D86300', '#0C1930'],
  ],
  'secondary-hover': [
    ['#F0780F', '#0C1930'],
    ['#F0780F', '#0C1930'],
  ],
  error: [
    ['#C62836', '#FFFFFF'],
    ['#E2525C', '#0C1930'],
  ],
  info: [
    ['#1A6FC4', '#FFFFFF'],
    ['#4696F0', '#0C1930'],
  ],
  success: [
    ['#1C7F46', '#FFFFFF'],
    ['#37B06A', '#0C1930'],
  ],
  warning: [
    ['#F2B705', '#0C1930'],
    ['#F2B705', '#0C1930'],
  ],
  'error-soft': [
    ['#FCE9EA', '#B3202C'],
    ['#3A1520', '#FF8A8A'],
  ],
  'info-soft': [
    ['#E6F1FC', '#0F5CA8'],
    ['#0F2A4D', '#7FBEFF'],
  ],
  'success-soft': [
    ['#E5F5EB', '#17693A'],
    ['#0E3324', '#5FD48F'],
  ],
  'warning-soft': [
    ['#FFF6D9', '#755300'],
    ['#3A2E08', '#FFD24A'],
  ],
  selected: [
    ['#FFF0E2', '#0C1930'],
    ['#33210F', '#E8EEF8'],
  ],
  bar: [
    ['#12284B', '#FFFFFF'],
    ['#0A1530', '#E8EEF8'],
  ],
  'bar-dim': [
    ['#12284B', '#B9C8E2'],
    ['#0A1530', '#A8B6CE'],
  ],
  'bar-marker': [
    ['#12284B', '#D86300'],
    ['#0A1530', '#D86300'],
  ],
  tooltip: [
    ['#0C1930', '#FFFFFF'],
    ['#E8EEF8', '#0C1930'],
  ],
  ...HEAT,
} as const satisfies Record<string, Fill>;

/** A canvas colour and its tag's text colour, if it fills tags. */
type ChartColour = readonly [
  light: readonly [line: string, tag: string | null],
  dark: readonly [line: string, tag: string | null],
];

/** Colours of the canvas against `chart-bg`: graphics at least 3, text 4.5, tags 4.5. */
export const CHART = {
  shortResistance: [
    ['#EE4A12', '#0C1930'],
    ['#FF6B3D', '#0C1930'],
  ],
  longResistance: [
    ['#1E6CDB', '#FFFFFF'],
    ['#4A8DF5', '#0C1930'],
  ],
  longSupport: [
    ['#5A1EA6', '#FFFFFF'],
    ['#CBB0FF', '#0C1930'],
  ],
  shortSupport: [
    ['#0B5C27', '#FFFFFF'],
    ['#74E29A', '#0C1930'],
  ],
  tightnessLong: [
    ['#0B5C27', '#FFFFFF'],
    ['#74E29A', '#0C1930'],
  ],
  tightnessShort: [
    ['#CE6A00', '#0C1930'],
    ['#F08A24', '#0C1930'],
  ],
  longShort: [
    ['#D6287F', '#FFFFFF'],
    ['#FF7DBA', '#0C1930'],
  ],
  deployment: [
    ['#0891A5', '#0C1930'],
    ['#7FE3F0', '#0C1930'],
  ],
  liquiditySpread: [
    ['#8A6500', '#FFFFFF'],
    ['#DDBE55', '#0C1930'],
  ],
  magenta: [
    ['#9C3BB0', '#FFFFFF'],
    ['#F04BE0', '#0C1930'],
  ],
  teal: [
    ['#2F6670', '#FFFFFF'],
    ['#4F9292', '#0C1930'],
  ],
  brown: [
    ['#5A2D12', '#FFFFFF'],
    ['#C08B7A', '#0C1930'],
  ],
  lime: [
    ['#5C9A2A', '#0C1930'],
    ['#D6F03A', '#0C1930'],
  ],
  lavender: [
    ['#9A77DC', '#0C1930'],
    ['#8D7AC4', '#0C1930'],
  ],
  comboShort: [
    ['#3B4A63', null],
    ['#C3CFE3', null],
  ],
  comboLong: [
    ['#6B7B95', null],
    ['#8C9DBC', null],
  ],
  zoneLine: [
    ['#6B7B95', null],
    ['#7F94B8', null],
  ],
  candleUp: [
    ['#098474', '#FFFFFF'],
    ['#2CC7AF', '#0C1930'],
  ],
  candleDown: [
    ['#B81D3C', '#FFFFFF'],
    ['#FF5670', '#0C1930'],
  ],
  candleUpAlt: [
    ['#1566C9', '#FFFFFF'],
    ['#58A6FF', '#0C1930'],
  ],
  candleDownAlt: [
    ['#BF5600', '#FFFFFF'],
    ['#FF9A3D', '#0C1930'],
  ],
  axisText: [
    ['#475772', null],
    ['#A8B6CE', null],
  ],
  crosshair: [
    ['#596983', '#FFFFFF'],
    ['#8FA0BD', '#0C1930'],
  ],
  statusLive: [
    ['#14803A', '#FFFFFF'],
    ['#4CCB72', '#0C1930'],
  ],
  statusLate: [
    ['#B25600', '#FFFFFF'],
    ['#FFA24A', '#0C1930'],
  ],
  statusClosed: [
    ['#596983', '#FFFFFF'],
    ['#8FA0BD', '#0C1930'],
  ],
  statusOffline: [
    ['#C62836', '#FFFFFF'],
    ['#FF6B74', '#0C1930'],
  ],
  jobCompleted: [
    ['#1551B5', '#FFFFFF'],
    ['#8FBBFF', '#0C1930'],
  ],
} as const satisfies Record<string, ChartColour>;

/** Mantine's palettes, shade 0 to 9. */
export const PALETTES = {
  navy: '#EEF3FB #DCE7F7 #B9CDED #9DBEF5 #6F97DA #3A6BBD #12284B #0E203D #0A1530 #070F20',
  orange: '#FFF3E8 #FFE2C7 #FFC890 #FF9A3D #F0780F #D86300 #D86300 #B85400 #A04600 #7A3500',
  red: '#FCE9EA #F9CFD2 #F3A3A8 #FF8A8A #EC6F76 #E2525C #C62836 #B3202C #8E1923 #3A1520',
  blue: '#E6F1FC #C9E1F8 #A3CDF5 #7FBEFF #61AAF7 #4696F0 #1A6FC4 #0F5CA8 #0B4783 #0F2A4D',
  green: '#E5F5EB #C5E8D2 #95D8AF #5FD48F #49C27B #37B06A #1C7F46 #17693A #11502C #0E3324',
  yellow: '#FFF6D9 #FFECB0 #FFE080 #FFD24A #F8C526 #F2B705 #F2B705 #A87F00 #755300 #3A2E08',
  dark: '#E8EEF8 #C9D4E7 #A8B6CE #8FA0BD #263B60 #1A2D52 #122241 #0D1A33 #070F20 #03070F',
} as const;

/** Shadow of floating elements; the dark theme adds a border. */
export const SHADOWS = {
  light: '0 8px 24px rgba(7, 15, 32, 0.18)',
  dark: '0 8px 24px rgba(0, 0, 0, 0.5)',
} as const satisfies Record<ThemeName, string>;

import { DAY_MS } from '@moneytrail/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDrawing } from '../layout/read-layout.ts';
import { DRAWING_TOOLS, type DrawingTool } from './drawing.ts';
import { handlesOf } from './drawing-frame.ts';
import type { Pointer } from './pointer.ts';
import { at, BAR_COUNT, createTestBoard, FIRST_MS } from './testing/test-board.ts';
import { TOOLS } from './tools/index.ts';

const dayMs = (index: number) => FIRST_MS + index * DAY_MS;
/** Middle of a bar, px. */
const x = (index: number) => 5 + 10 * index;
const y = (price: number) => 400 - price;
const point = (index: number, price: number) => ({ timeMs: dayMs(index), price });
/** Places of bars and prices, px. */
const places = (...points: [index: number, price: number][]) =>
  points.map(([index, price]): [number, number] => [x(index), y(price)]);

/** A board with one drawing whose points were clicked. */
function drawn(tool: DrawingTool, clicks: [number, number][]) {
  const world = createTestBoard();
  world.board.setTool(tool);
  for (const [px, py] of clicks) world.click(px, py);
  const [drawing] = world.board.all();
  if (!drawing) throw new Error(`Nothing was drawn with ${tool}.`);
  return { ...world, drawing };
}

const THREE = places([10, 200], [20, 250], [15, 180]);
const trend = () => drawn('trendLine', THREE.slice(0, 2));

describe('placing', () => {
  it.each(DRAWING_TOOLS.filter((tool) => tool !== 'brush'))(
    'of %s takes as many clicks as it has points, and anchors them by time and price',
    (tool) => {
      const wanted = Number(TOOLS[tool].points);
      const { drawing, board, told } = drawn(tool, THREE.slice(0, wanted));
      const [first] = drawing.points;
      expect(first).toEqual(point(10, 200));
      expect(drawing.points.every(({ timeMs, price }) => timeMs % DAY_MS === 0 && price > 0)).toBe(
        true,
      );
      expect(drawing.symbol).toBe('FMP:AAA');
      expect(told.at(-1)).toMatchObject({ tool: null, selected: { id: drawing.id } });
      expect(board.all()).toHaveLength(1);
    },
  );

  it('puts down both ends of a line by a drag', () => {
    const { board, drag } = createTestBoard();
    board.setTool('trendLine');
    expect(drag([x(3), y(100)], [x(9), y(150)])).toBe(true);
    expect(board.all()[0]?.points).toEqual([point(3, 100), point(9, 150)]);
  });

  it('follows the hand with a brush, between bars too', () => {
    const { board } = createTestBoard();
    board.setTool('brush');
    board.pointer.press(at(x(3), y(100)));
    for (let step = 1; step <= 20; step++) board.pointer.move(at(x(3) + step, y(100 + step)));
    board.pointer.release(at(x(5), y(120)), true);
    const points = board.all()[0]?.points ?? [];
    expect(points.length).toBeGreaterThan(15);
    expect(points.some(({ timeMs }) => timeMs % DAY_MS !== 0)).toBe(true);
  });

  it('works beyond the newest bar', () => {
    const { drawing } = drawn('verticalLine', [[x(BAR_COUNT + 9), y(100)]]);
    expect(drawing.points[0]?.timeMs).toBe(dayMs(BAR_COUNT + 9));
  });

  it('puts the target of a position on its side and the stop on the other, half as far', () => {
    const { drawing } = drawn('longPosition', places([10, 200], [20, 180]));
    expect(drawing.points.map(({ price }) => price)).toEqual([200, 220, 190]);
    const short = drawn('shortPosition', places([10, 200], [20, 220]));
    expect(short.drawing.points.map(({ price }) => price)).toEqual([200, 180, 210]);
  });

  it.each([
    ['off', 120, 120],
    ['weak', 116, 112],
    ['weak', 150, 150],
    ['strong', 150, 112],
  ] as const)('with the magnet %s at %d takes the price %d', (magnet, pointed, taken) => {
    const { board, click } = createTestBoard();
    board.setMagnet(magnet);
    board.setTool('horizontalLine');
    click(x(10), y(pointed));
    expect(board.all()[0]?.points[0]?.price).toBe(taken);
  });

  it('is straight with Shift', () => {
    const { board, drag } = createTestBoard();
    board.setTool('trendLine');
    drag([x(3), y(100)], [x(20), y(110)], true);
    board.setTool('trendLine');
    drag([x(30), y(100)], [x(31), y(190)], true);
    const [level, upright] = board.all();
    expect(level?.points[1]).toEqual(point(20, 100));
    expect(upright?.points[1]).toEqual(point(30, 190));
  });

  it.each(['trendLine', 'longPosition'] as const)(
    'is cancelled together with its tool: %s',
    (tool) => {
      const { board, click, told } = createTestBoard();
      board.setTool(tool);
      click(x(3), y(100));
      expect(told.at(-1)).toMatchObject({ tool, placed: 1, wanted: 2 });
      expect([board.cancel(), told.at(-1)]).toEqual([
        true,
        { tool: null, placed: 0, wanted: null, selected: null },
      ]);
      expect(board.cancel()).toBe(false);
      expect(board.all()).toEqual([]);
    },
  );

  it('continues with the same tool if the tool stays', () => {
    const { board, click } = createTestBoard();
    board.setStaysInTool(true);
    board.setTool('horizontalLine');
    click(x(3), y(100));
    click(x(4), y(120));
    expect(board.all()).toHaveLength(2);
  });

  it('of a text requests its words', () => {
    const { drawing, wanted } = drawn('text', [[x(3), y(100)]]);
    expect(wanted).toEqual([drawing.id]);
  });
});

describe('a drawing', () => {
  it('takes the pointer on its line, and leaves it to the chart beside it', () => {
    const { board, click, told } = trend();
    expect(click(x(15), y(300))).toBe(false);
    expect(told.at(-1)?.selected).toBeNull();
    expect(click(x(15), y(225))).toBe(true);
    expect(told.at(-1)?.selected?.id).toBe(board.all()[0]?.id);
  });

  it('moves as a whole by bars and keeps its shape', () => {
    const { board, drag } = trend();
    drag([x(15), y(225)], [x(18), y(205)]);
    expect(board.all()[0]?.points).toEqual([point(13, 180), point(23, 230)]);
  });

  it('moves by a handle', () => {
    const { board, drag } = trend();
    drag([x(20), y(250)], [x(25), y(300)]);
    expect(board.all()[0]?.points).toEqual([point(10, 200), point(25, 300)]);
  });

  it('changes a rectangle by any of its four corners', () => {
    const { board, drag } = drawn('rectangle', THREE.slice(0, 2));
    drag([x(20), y(200)], [x(22), y(190)]);
    expect(board.all()[0]?.points).toEqual([point(10, 190), point(22, 250)]);
  });

  it('keeps its exact times when it moves up or down only', () => {
    const { board, drawing, drag } = trend();
    const points = drawing.points.map((point) => ({ ...point, timeMs: point.timeMs + 3_600_000 }));
    board.change([drawing.id], { points });
    drag([x(15), y(225)], [x(15), y(215)]);
    expect(board.all()[0]?.points.map(({ timeMs }) => timeMs)).toEqual(
      points.map(({ timeMs }) => timeMs),
    );
  });

  it('is selected but not moved while it is locked', () => {
    const { board, drawing, drag, told } = trend();
    board.change([drawing.id], { isLocked: true });
    drag([x(15), y(225)], [x(18), y(205)]);
    expect(board.all()[0]?.points).toEqual(drawing.points);
    expect(told.at(-1)?.selected?.id).toBe(drawing.id);
    expect(board.nudge(1, 0)).toBe(false);
  });

  it('is out of reach while it is hidden, all are hidden or another instrument is open', () => {
    const { board, drawing, click, open } = trend();
    board.change([drawing.id], { isVisible: false });
    expect(click(x(15), y(225))).toBe(false);
    board.change([drawing.id], { isVisible: true });
    board.setShown(false);
    expect(click(x(15), y(225))).toBe(false);
    board.setShown(true);
    open('FMP:BBB');
    expect(click(x(15), y(225))).toBe(false);
    expect(board.picture().drawings).toEqual([]);
    open('FMP:AAA');
    expect(click(x(15), y(225))).toBe(true);
  });

  it('lets the chart be panned through its area until it is selected', () => {
    const { board, click } = drawn('rectangle', THREE.slice(0, 2));
    board.select(null);
    expect(click(x(15), y(225))).toBe(false);
    click(x(10), y(220));
    expect(click(x(15), y(225))).toBe(true);
  });

  it('is cloned beside itself', () => {
    const { board, drawing, told } = trend();
    board.clone(drawing.id);
    const copy = board.all()[1];
    expect(copy).toMatchObject({ tool: 'trendLine', style: drawing.style });
    expect(copy?.points).not.toEqual(drawing.points);
    expect(told.at(-1)?.selected?.id).toBe(copy?.id);
  });

  it('is hit first once it is brought to the front', () => {
    const { board, drawing, click, told } = trend();
    board.setTool('trendLine');
    click(x(10), y(200));
    click(x(20), y(250));
    const second = board.all()[1]?.id ?? '';
    board.select(null);
    click(x(15), y(225));
    expect(told.at(-1)?.selected?.id).toBe(second);
    board.reorder(drawing.id, 'front');
    board.select(null);
    click(x(15), y(225));
    expect(told.at(-1)?.selected?.id).toBe(drawing.id);
  });

  it('keeps its look when it is moved up on a logarithmic scale', () => {
    const { board, frame, drag, click } = createTestBoard({ isLog: true });
    board.setTool('trendLine');
    click(x(10), frame.toY(10));
    click(x(20), frame.toY(100));
    const before = board.all()[0]?.points.map(({ price }) => frame.toY(price)) ?? [];
    const middle = ((before[0] ?? 0) + (before[1] ?? 0)) / 2;
    drag([x(15), middle], [x(15), middle - 50]);
    const after = board.all()[0]?.points.map(({ price }) => frame.toY(price)) ?? [];
    after.forEach((height, i) => {
      expect(height).toBeCloseTo((before[i] ?? 0) - 50, 0);
    });
  });

  it('keeps finite places on a logarithmic scale wherever it is drawn and moved', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 790 }), fc.integer({ min: 0, max: 2_000 }));
    const tools = fc.constantFrom(...DRAWING_TOOLS);
    fc.assert(
      fc.property(tools, fc.array(place, { minLength: 4, maxLength: 4 }), (tool, places) => {
        const { board, frame, click, drag } = createTestBoard({ isLog: true });
        board.setTool(tool);
        const [first = [0, 0], second = [0, 0], third = [0, 0], last = [0, 0]] = places;
        if (tool === 'brush') drag(first, second);
        else
          for (const one of [first, second, third].slice(0, Number(TOOLS[tool].points)))
            click(...one);
        const isInReach = () => {
          const [drawing] = board.all();
          if (!drawing) throw new Error(`Nothing was drawn with ${tool}.`);
          for (const { price } of drawing.points) {
            expect(Number.isFinite(frame.toY(price))).toBe(true);
            expect(price).toBe(Number(price.toFixed(2)));
          }
          expect(Object.values(board.placeOf(drawing.id) ?? {}).every(Number.isFinite)).toBe(true);
        };
        isInReach();
        board.nudge(0, last[1]);
        isInReach();
      }),
    );
  });

  it('has a place without the handles that the scale cannot show', () => {
    const { board, frame } = createTestBoard({ isLog: true });
    const points = [point(10, 100), point(20, 300), point(20, -50)];
    const { drawing } = trend();
    board.replaceAll([{ ...drawing, tool: 'longPosition', points }]);
    expect(board.placeOf(drawing.id)).toEqual({
      leftPx: x(10),
      topPx: frame.toY(300),
      widthPx: x(20) - x(10),
      heightPx: frame.toY(100) - frame.toY(300),
    });
  });
});

/** A drawing of each tool, deselected, its pointer, and its handles. */
function resting(tool: DrawingTool) {
  const world = drawn(tool, THREE.slice(0, Number(TOOLS[tool].points)));
  world.board.select(null);
  return { ...world, pointer: world.board.pointer, handles: handlesOf(world.frame, world.drawing) };
}

const POINTERS: readonly [name: string, reachPx: number][] = [
  ['mouse', 6],
  ['finger', 16],
];

describe.each(POINTERS)('a %s on a drawing that is not selected', (_, reachPx) => {
  const by = ({ x, y }: { x: number; y: number }): Pointer => ({
    ...at(x, y),
    reachPx,
  });
  const TOOLS_WITH_HANDLES = DRAWING_TOOLS.filter((tool) => tool !== 'brush');

  it.each(TOOLS_WITH_HANDLES)('moves the point of the handle where a drag begins: %s', (tool) => {
    const { length } = resting(tool).handles;
    for (let index = 0; index < length; index++) {
      const { board, drawing, pointer, handles, told } = resting(tool);
      const from = handles[index] ?? { x: 0, y: 0 };
      // A pointer is rarely on the middle of a handle.
      const pressed = by({ x: from.x + 2, y: from.y - 2 });
      pointer.move(pressed);
      expect(pointer.cursor()).toBe('grab');
      expect(board.picture()).toMatchObject({
        hoveredId: drawing.id,
        handle: { id: drawing.id, index },
      });
      expect(pointer.wantsTouch(pressed)).toBe(true);
      const to = by({ x: pressed.x + 70, y: pressed.y - 33 });
      pointer.press(pressed);
      pointer.move(to);
      expect(pointer.cursor()).toBe('grabbing');
      pointer.release(to, true);
      const [timeOf, priceOf] = TOOLS[tool].handles?.[index] ?? [index, index];
      expect(board.all()[0]?.points).toEqual(
        drawing.points.map(({ timeMs, price }, i) => ({
          timeMs: i === timeOf ? timeMs + 7 * DAY_MS : timeMs,
          price: i === priceOf ? price + 33 : price,
        })),
      );
      expect(told.at(-1)?.selected?.id).toBe(drawing.id);
    }
  });

  it.each(TOOLS_WITH_HANDLES)('moves the whole elsewhere: %s', (tool) => {
    const { board, drawing, pointer } = resting(tool);
    let body: Pointer | null = null;
    for (let px = 0; px < 800 && !body; px += 5) {
      for (let py = 0; py < 400 && !body; py += 2) {
        pointer.move(by({ x: px, y: py }));
        if (pointer.cursor() === 'pointer' && pointer.wantsTouch(by({ x: px, y: py }))) {
          body = by({ x: px, y: py });
        }
      }
    }
    if (!body) throw new Error(`${tool} has no body.`);
    const to = by({ x: body.x + 30, y: body.y + 20 });
    pointer.press(body);
    pointer.move(to);
    pointer.release(to, true);
    expect(board.all()[0]?.points).toEqual(
      drawing.points.map(({ timeMs, price }) => ({
        timeMs: timeMs + 3 * DAY_MS,
        price: expect.closeTo(price - 20, 6),
      })),
    );
  });
});

describe('handles', () => {
  it('of a locked drawing do not move it', () => {
    const { board, drawing, pointer, handles } = resting('trendLine');
    board.change([drawing.id], { isLocked: true });
    const [from = { x: 0, y: 0 }] = handles;
    pointer.move(at(from.x, from.y));
    expect([pointer.cursor(), board.picture().handle]).toEqual(['pointer', null]);
    expect(pointer.wantsTouch(at(from.x, from.y))).toBe(false);
  });

  it('that stand close together leave room to move the whole', () => {
    const { board, drag } = drawn('trendLine', places([10, 200], [13, 200]));
    drag([x(11) + 5, y(200)], [x(21) + 5, y(200)]);
    expect(board.all()[0]?.points).toEqual([point(20, 200), point(23, 200)]);
  });

  it('of another drawing are reached inside the area of the selected one', () => {
    const { board, click, drag } = createTestBoard();
    board.setTool('trendLine');
    for (const [px, py] of places([12, 210], [18, 240])) click(px, py);
    board.setTool('rectangle');
    for (const [px, py] of places([10, 200], [20, 250])) click(px, py);
    drag([x(18), y(240)], [x(19), y(230)]);
    expect(board.all()[0]?.points[1]).toEqual(point(19, 230));
  });
});

describe('a finger beside the line of a drawing that is not selected', () => {
  it('pans the chart at a distance at which a tap still selects', () => {
    const { pointer, board, told } = resting('horizontalLine');
    const near = { ...at(x(40), y(200) + 12), reachPx: 16 };
    expect(pointer.wantsTouch(near)).toBe(false);
    pointer.press(near);
    pointer.release(near, false);
    expect(told.at(-1)?.selected?.id).toBe(board.all()[0]?.id);
    expect(pointer.wantsTouch(near)).toBe(true);
  });
});

describe('the intervals of a drawing', () => {
  it('are the only ones that show it', () => {
    const { board, drawing, click, openInterval } = trend();
    board.change([drawing.id], { resolutions: ['60', '1D'] });
    expect(board.picture().drawings).toHaveLength(1);
    openInterval('1W');
    expect(board.picture().drawings).toEqual([]);
    expect(click(x(15), y(225))).toBe(false);
    openInterval('60');
    expect(board.picture().drawings).toHaveLength(1);
  });
});

describe('a changed drawing', () => {
  it('has the text that it has once it was stored and read', () => {
    const { board, drawing } = drawn('fibRetracement', THREE.slice(0, 2));
    board.change([drawing.id], { levels: [0, 0.5, 1] });
    board.change([drawing.id], { resolutions: ['60'] });
    const text = JSON.stringify(board.all());
    expect(JSON.stringify(JSON.parse(text).flatMap(readDrawing))).toBe(text);
    board.change([drawing.id], { levels: undefined, resolutions: undefined });
    expect(JSON.stringify(board.all())).toBe(JSON.stringify([drawing]));
  });
});

describe('a preview', () => {
  it('is shown without being a change', () => {
    const { board, drawing, history } = trend();
    const points = [point(10, 200), point(30, 300)];
    board.preview(drawing.id, { points });
    expect(board.picture().drawings[0]?.points).toEqual(points);
    expect(board.all()).toEqual([drawing]);
    board.preview(drawing.id, null);
    expect(board.picture().drawings[0]?.points).toEqual(drawing.points);
    history.undo();
    expect(history.undo()).toBe(false);
  });
});

describe('a copied drawing', () => {
  const copied = (text: string | null) => text ?? '';

  it('is pasted beside the original, with its style, and selected', () => {
    const { board, drawing, told, history } = trend();
    const text = copied(board.copy(drawing.id));
    expect(board.paste(text)).toEqual({ hasOtherPrices: false });
    board.paste(text);
    const [, first, second] = board.all();
    expect(first).toMatchObject({ tool: 'trendLine', symbol: 'FMP:AAA', style: drawing.style });
    expect(new Set(board.all().map(({ points }) => JSON.stringify(points))).size).toBe(3);
    expect(told.at(-1)?.selected?.id).toBe(second?.id);
    history.undo();
    history.undo();
    expect(board.all()).toEqual([drawing]);
  });

  it('keeps its times and prices on another symbol whose scale shows them', () => {
    const { board, drawing, open } = trend();
    const text = copied(board.copy(drawing.id));
    open('FMP:BBB');
    expect(board.paste(text)).toEqual({ hasOtherPrices: false });
    expect(board.all()[1]).toMatchObject({ symbol: 'FMP:BBB', points: drawing.points });
  });

  it('goes to the same height where its prices are out of view on another symbol', () => {
    const { board, drawing, open } = trend();
    const text = copied(board.copy(drawing.id));
    const far = JSON.parse(text);
    for (const one of far.drawing.points) one.price *= 1_000;
    open('FMP:BBB');
    expect(board.paste(JSON.stringify(far))).toEqual({ hasOtherPrices: true });
    expect(board.all()[1]?.points).toEqual(drawing.points);
  });

  it('comes into view, is unlocked and is shown on the open interval', () => {
    const { board, drawing, openInterval } = trend();
    const points = drawing.points.map(({ timeMs, price }) => ({
      timeMs: timeMs + 5_000 * DAY_MS,
      price,
    }));
    board.change([drawing.id], { points, isLocked: true, resolutions: ['1D'] });
    const text = copied(board.copy(drawing.id));
    openInterval('1D');
    board.paste(text);
    const pasted = board.all()[1];
    const place = board.placeOf(pasted?.id ?? '');
    expect(place?.leftPx).toBeGreaterThan(0);
    expect((place?.leftPx ?? 0) + (place?.widthPx ?? 0)).toBeLessThan(800);
    expect(pasted?.isLocked).toBe(false);
    openInterval('1W');
    board.paste(text);
    expect(board.all()[2]?.resolutions).toBeUndefined();
  });

  it('is read from no other text', () => {
    const { board, drawing } = trend();
    const text = copied(board.copy(drawing.id));
    for (const other of ['', 'BTC', '{}', 'null', '{"kind":"moneytrail-drawing"}', text.slice(1)]) {
      expect(board.paste(other)).toBeNull();
    }
    expect(board.all()).toEqual([drawing]);
    expect(board.copy('none')).toBeNull();
  });
});

const place = fc.tuple(fc.integer({ min: 0, max: 790 }), fc.integer({ min: 0, max: 390 }));
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('draw' as const),
    tool: fc.constantFrom(...DRAWING_TOOLS),
    places: fc.array(place, { minLength: 3, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom('remove' as const, 'clone' as const, 'lock' as const, 'front' as const),
    nth: fc.nat(20),
  }),
  fc.record({ kind: fc.constant('drag' as const), from: place, to: place }),
);

type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

/** Performs an edit as a user does. */
function perform({ board, click, drag }: ReturnType<typeof createTestBoard>, one: Edit): void {
  if (one.kind === 'draw') {
    board.setTool(one.tool);
    for (const [px, py] of one.places) click(px, py);
    board.setTool(null);
    return;
  }
  if (one.kind === 'drag') {
    drag(one.from, one.to);
    return;
  }
  const all = board.all();
  const id = all[one.nth % Math.max(1, all.length)]?.id ?? '';
  const edits = {
    remove: () => board.remove([id]),
    clone: () => board.clone(id),
    lock: () => board.change([id], { isLocked: true }),
    front: () => board.reorder(id, 'front'),
  };
  edits[one.kind]();
}

describe('keys', () => {
  it('put points at the crosshair', () => {
    const { board, putCrosshair } = createTestBoard();
    expect(board.putAtCrosshair()).toBe(false);
    board.setTool('trendLine');
    expect(board.putAtCrosshair()).toBe(false);
    putCrosshair(x(10), y(200));
    expect(board.putAtCrosshair()).toBe(true);
    putCrosshair(x(20), y(250));
    board.putAtCrosshair();
    expect(board.all()[0]?.points).toEqual([point(10, 200), point(20, 250)]);
  });

  it('move a drawing in one undo step if they follow quickly', () => {
    const { board, history, drawing } = trend();
    for (let i = 0; i < 5; i++) expect(board.nudge(1, -2)).toBe(true);
    expect(board.all()[0]?.points[0]).toEqual(point(15, 210));
    history.undo();
    expect(board.all()).toEqual([drawing]);
  });
});

describe('several drawings', () => {
  it('are locked in one step', () => {
    const { board, history, click } = trend();
    board.setTool('horizontalLine');
    click(x(3), y(100));
    const ids = board.all().map(({ id }) => id);
    board.change(ids, { isLocked: true });
    expect(board.all().every(({ isLocked }) => isLocked)).toBe(true);
    history.undo();
    expect(board.all().some(({ isLocked }) => isLocked)).toBe(false);
  });

  it('are reordered among those of their own instrument', () => {
    const { board, click, open } = createTestBoard();
    board.setStaysInTool(true);
    board.setTool('horizontalLine');
    for (const [ticker, price] of [
      ['FMP:AAA', 10],
      ['FMP:BBB', 20],
      ['FMP:AAA', 30],
      ['FMP:AAA', 40],
    ] as const) {
      open(ticker);
      click(x(3), y(price));
    }
    const prices = () => board.all().map(({ points }) => points[0]?.price);
    const first = board.all()[0]?.id ?? '';
    board.reorder(first, 'forward');
    expect(prices()).toEqual([30, 20, 10, 40]);
    board.reorder(first, 'front');
    expect(prices()).toEqual([30, 20, 40, 10]);
    board.reorder(first, 'backward');
    expect(prices()).toEqual([30, 20, 10, 40]);
    board.reorder(first, 'back');
    expect(prices()).toEqual([10, 20, 30, 40]);
  });
});

describe('a press that is cancelled', () => {
  it('moves the drawing back and releases it', () => {
    const { board, drawing, history } = trend();
    board.pointer.press(at(x(15), y(225)));
    board.pointer.move(at(x(18), y(205)));
    board.pointer.giveUp();
    expect(board.picture().drawings[0]?.points).toEqual(drawing.points);
    expect(board.pointer.isBusy()).toBe(false);
    board.pointer.move(at(x(30), y(100)));
    board.pointer.release(at(x(30), y(100)), true);
    expect(board.all()).toEqual([drawing]);
    history.undo();
    expect(board.all()).toEqual([]);
  });

  it('removes a stroke and keeps the tool', () => {
    const { board, told } = createTestBoard();
    board.setTool('brush');
    board.pointer.press(at(x(3), y(100)));
    board.pointer.move(at(x(4), y(110)));
    board.pointer.giveUp();
    expect(board.picture().drawings).toEqual([]);
    expect(told.at(-1)).toMatchObject({ tool: 'brush', placed: 0 });
    board.pointer.press(at(x(20), y(200)));
    board.pointer.move(at(x(21), y(210)));
    board.pointer.release(at(x(21), y(210)), true);
    expect(board.all()[0]?.points[0]).toMatchObject({ price: 200 });
  });

  it('removes its own point, not earlier ones', () => {
    const { board, told, click } = createTestBoard();
    board.setTool('parallelChannel');
    click(x(10), y(200));
    board.pointer.press(at(x(14), y(300)));
    board.pointer.giveUp();
    expect(told.at(-1)).toMatchObject({ placed: 1, wanted: 3 });
    click(x(20), y(250));
    click(x(15), y(180));
    expect(board.all()[0]?.points.map(({ price }) => price)).toEqual([200, 250, 180]);
  });

  it('keeps a drawing that it completed', () => {
    const { board, click } = createTestBoard();
    board.setTool('trendLine');
    click(x(10), y(200));
    board.pointer.press(at(x(20), y(250)));
    board.pointer.giveUp();
    expect(board.all()).toHaveLength(1);
    expect(board.pointer.isBusy()).toBe(false);
  });
});

describe('a text', () => {
  it('is one undo step with its first words', () => {
    const { board, history, drawing } = drawn('text', [[x(3), y(100)]]);
    board.giveWords(drawing.id, 'Breakout');
    expect(board.all()[0]?.text).toBe('Breakout');
    history.undo();
    expect(board.all()).toEqual([]);
    expect(history.undo()).toBe(false);
    history.redo();
    expect(board.all()[0]?.text).toBe('Breakout');
  });

  it('without words was never there', () => {
    const { board, history, drawing } = drawn('text', [[x(3), y(100)]]);
    board.giveWords(drawing.id, '');
    expect(board.all()).toEqual([]);
    expect(history.state()).toEqual({ undoSerial: null, redoSerial: null });
  });
});

describe('the undo history', () => {
  it('undoes any edits to the start, and redoes them', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const world = createTestBoard();
        const { board, history } = world;
        for (const one of edits) perform(world, one);
        const end = board.all();
        while (history.undo());
        expect(board.all()).toEqual([]);
        while (history.redo());
        expect(board.all()).toEqual(end);
      }),
    );
  });

  it('keeps two hundred steps and forgets undone ones with the next change', () => {
    const { board, history, click } = createTestBoard();
    board.setStaysInTool(true);
    board.setTool('horizontalLine');
    for (let i = 0; i < 205; i++) click(x(3), y(i + 1));
    let steps = 0;
    while (history.undo()) steps += 1;
    expect([steps, board.all().length]).toEqual([200, 5]);
    history.redo();
    click(x(3), y(300));
    expect(history.redo()).toBe(false);
  });

  it('brings removed drawings back by their own step, and after a later one by a new step', () => {
    const { board, history, click, drawing } = trend();
    board.remove([drawing.id])();
    expect(board.all()).toEqual([drawing]);
    expect(history.state().redoSerial).not.toBeNull();
    const bringBack = board.remove([drawing.id]);
    board.setTool('horizontalLine');
    click(x(3), y(100));
    const [later] = board.all();
    bringBack();
    bringBack();
    expect(board.all()).toEqual([drawing, later]);
    history.undo();
    expect(board.all()).toEqual([later]);
    board.replaceAll([{ ...drawing, id: 'other' }]);
    bringBack();
    expect(board.all().map(({ id }) => id)).toEqual(['other']);
  });

  it('goes on over drawings of another chart whose steps are undone before', () => {
    const { board, history, drawing } = trend();
    board.replaceAll([drawing, { ...drawing, id: 'other' }], true);
    board.replaceAll([drawing], true);
    history.undo();
    expect(board.all()).toEqual([]);
    history.redo();
    expect(board.all()).toEqual([drawing]);
  });

  it('is cleared with other drawings', () => {
    const { board, history, drawing } = trend();
    board.replaceAll([{ ...drawing, id: 'other' }]);
    expect(history.undo()).toBe(false);
    expect(board.all().map(({ id }) => id)).toEqual(['other']);
  });
});

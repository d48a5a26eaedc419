import { clipLine, ends, type Shape } from '../shapes.ts';
import type { ToolDefinition, ToolPlace } from './tool.ts';

function through(
  { points, ...box }: ToolPlace,
  goesOn: { back?: boolean; ahead?: boolean },
): Shape[] {
  const [a, b] = points;
  const places = a && b && clipLine(a, b, box, goesOn);
  return places ? [{ kind: 'line', places }] : [];
}

function level({ widthPx }: ToolPlace, y: number, fromX = 0): Shape {
  return { kind: 'line', places: ends(fromX, y, widthPx, y) };
}

function upright({ heightPx }: ToolPlace, x: number): Shape {
  return { kind: 'line', places: ends(x, 0, x, heightPx) };
}

export const trendLine: ToolDefinition = {
  points: 2,
  shapes: ({ points }) => [{ kind: 'line', places: points }],
};

export const ray: ToolDefinition = {
  points: 2,
  shapes: (place) => through(place, { ahead: true }),
};

export const extendedLine: ToolDefinition = {
  points: 2,
  shapes: (place) => through(place, { back: true, ahead: true }),
};

export const arrow: ToolDefinition = {
  points: 2,
  shapes: ({ points }) => [{ kind: 'line', places: points, isArrow: true }],
};

export const horizontalLine: ToolDefinition = {
  points: 1,
  isLevel: true,
  shapes: (place) => place.points.map(({ y }) => level(place, y)),
};

export const horizontalRay: ToolDefinition = {
  points: 1,
  isLevel: true,
  shapes: (place) => place.points.map(({ x, y }) => level(place, y, x)),
};

export const verticalLine: ToolDefinition = {
  points: 1,
  shapes: (place) => place.points.map(({ x }) => upright(place, x)),
};

export const crossLine: ToolDefinition = {
  points: 1,
  isLevel: true,
  shapes: (place) => place.points.flatMap(({ x, y }) => [level(place, y), upright(place, x)]),
};

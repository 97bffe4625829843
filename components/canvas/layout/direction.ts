import type { Point, Size } from '../geometry.ts'

/** The direction in which a drawing runs from its start to its ends. */
export type Direction = 'down' | 'right'

/*
 * A drawing from left to right is the drawing from top to bottom with both axes swapped. Layout, routes and labels are
 * therefore computed in one direction only; these functions swap what goes in and what comes out.
 */

export const turnedPoint = ({ x, y }: Point): Point => ({ x: y, y: x })

export const turnedSize = ({ width, height }: Size): Size => ({ width: height, height: width })

export const turnedPoints = (points: Readonly<Record<string, Point>>): Readonly<Record<string, Point>> =>
  Object.fromEntries(Object.entries(points).map(([id, point]) => [id, turnedPoint(point)]))

import { nodeSize } from '#components/canvas/measures.ts'
import type { Position } from '#core/graph/graph.ts'
import { noteWidth } from './note-position.ts'

type Places = Readonly<Record<string, Position>>

/** A note is as high as its text; most have a few lines. */
const noteHeight = 96
/** Room that a note which has to give way keeps from the steps, and from other notes. */
const gap = 40

/**
 * The positions of notes after steps have moved: each note keeps its distance to the step that was nearest. If a step
 * now covers that place, the note goes to the right of everything.
 */
export function notesAfter(notes: Places, before: Places, after: Places): Places {
  const right = Math.max(...Object.values(after).map(({ x }) => x)) + nodeSize.width + gap
  const asides: Position[] = []
  return Object.fromEntries(
    Object.entries(notes).map(([id, note]) => {
      const moved = withNearest(note, before, after)
      if (!Object.values(after).some((step) => covers(moved, step))) return [id, moved]
      const aside = freeBelow({ x: right, y: moved.y }, asides)
      asides.push(aside)
      return [id, aside]
    }),
  )
}

function withNearest(note: Position, before: Places, after: Places): Position {
  const distance = (step: string) => {
    const { x, y } = before[step] as Position
    return Math.hypot(apart(note.x, noteWidth, x, nodeSize.width), apart(note.y, noteHeight, y, nodeSize.height))
  }
  const steps = Object.keys(before).filter((step) => after[step] !== undefined)
  const [first, ...others] = steps
  if (first === undefined) return note
  const nearest = others.reduce((best, step) => (distance(step) < distance(best) ? step : best), first)
  const [from, to] = [before[nearest] as Position, after[nearest] as Position]
  return { x: note.x + to.x - from.x, y: note.y + to.y - from.y }
}

/** The distance in pixels between two intervals; 0 where they overlap. */
function apart(start: number, length: number, other: number, otherLength: number): number {
  return Math.max(0, other - (start + length), start - (other + otherLength))
}

function covers(note: Position, step: Position): boolean {
  return (
    apart(note.x, noteWidth, step.x, nodeSize.width) === 0 && apart(note.y, noteHeight, step.y, nodeSize.height) === 0
  )
}

function freeBelow(wished: Position, taken: readonly Position[]): Position {
  const inWay = taken.filter((other) => Math.abs(other.y - wished.y) < noteHeight + gap)
  if (inWay.length === 0) return wished
  return freeBelow({ x: wished.x, y: Math.max(...inWay.map(({ y }) => y)) + noteHeight + gap }, taken)
}

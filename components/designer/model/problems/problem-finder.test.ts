import { expect, test } from 'vitest'
import { createDocument } from '../document/document.ts'
import { ProblemFinder } from './problem-finder.ts'
import { createProblemStore } from './problem-store.ts'

const text = 'workflow_type: Loan\nsteps:\n  - name: Score\n    function: loans.score\n'
const unknownNames = { functions: new Set<string>(), workflows: new Set<string>() }

/** A finder whose timers and frames run when the test says so. */
function world() {
  let timers: (() => void)[] = []
  let frames: (() => void)[] = []
  let now = 0
  const document = createDocument(text)
  const problems = createProblemStore()
  const finder = new ProblemFinder(document, problems, {
    schedule: (perform) => {
      timers.push(perform)
      return () => {
        timers = timers.filter((one) => one !== perform)
      }
    },
    afterFrame: (perform) => {
      frames.push(perform)
      return () => {
        frames = frames.filter((one) => one !== perform)
      }
    },
    // Each look at the clock takes longer than a slice.
    now: () => {
      now += 100
      return now
    },
  })
  const runAll = (pending: () => (() => void)[]) => {
    let rounds = 0
    for (let next = pending().shift(); next !== undefined; next = pending().shift()) {
      next()
      rounds += 1
    }
    return rounds
  }
  return {
    document,
    finder,
    codes: () => problems.store.getState().all.map(({ code }) => code),
    paint: () => runAll(() => frames),
    elapse: () => runAll(() => timers),
    waiting: () => timers.length + frames.length,
  }
}

test('the first check waits for two frames', () => {
  const { document, finder, codes, paint, elapse } = world()
  document.type(text.replace('function: loans.score', 'functionn: loans.score'))
  finder.checkBehindCanvas()
  expect(elapse()).toBe(0)
  expect(paint()).toBe(2)
  expect(codes()).toEqual([])
  expect(elapse()).toBeGreaterThan(0)
  expect(codes()).toContain('KEY_MISSING')
})

test('a changed text begins the check anew, and a check at once ends the waiting', () => {
  const { document, finder, codes, waiting } = world()
  document.type(text.replace('function: loans.score', 'functionn: loans.score'))
  finder.checkBehindChange()
  finder.checkBehindChange()
  expect(waiting()).toBe(1)
  expect(finder.checkNow().all.map(({ code }) => code)).toContain('KEY_MISSING')
  expect(waiting()).toBe(0)
  expect(codes()).toContain('KEY_MISSING')
})

test('names that arrive between checks are checked at once, and those during a check with it', () => {
  const { finder, codes, elapse } = world()
  finder.checkBehindChange()
  finder.know(unknownNames)
  expect(codes()).toEqual([])
  elapse()
  expect(codes()).toContain('FUNCTION_UNKNOWN')
  finder.know({ ...unknownNames, functions: new Set(['loans.score']) })
  expect(codes()).not.toContain('FUNCTION_UNKNOWN')
})

test('nothing is scheduled once it was stopped', () => {
  const { finder, waiting } = world()
  finder.checkBehindChange()
  finder.stop()
  expect(waiting()).toBe(0)
  expect(() => finder.checkBehindChange()).toThrow('cannot go from stopped')
})

import { expect, it } from 'vitest'
import { tuning } from '../tuning.ts'
import { Cooling } from './cooling.ts'

function stage(runs: readonly string[]) {
  const world = { now: 0, isBusy: true, leaving: [] as string[], all: [] as string[], kept: 0 }
  const cooling = new Cooling({
    letLeave(_share, mayLeave) {
      world.leaving = runs.filter(mayLeave).slice(0, 1)
      world.all.push(...world.leaving)
      return world.leaving
    },
    keepAll() {
      world.kept += 1
      world.leaving = []
    },
    isBusy: () => world.isBusy,
    monotonic: () => world.now,
    log: () => undefined,
  })
  /** Looks twice a second for this long. */
  const pass = (ms: number, engines = 2, leastBusy: number | null = 0.1) => {
    for (const until = world.now + ms; world.now < until; ) {
      world.now += 500
      cooling.look(engines, leastBusy)
    }
  }
  return { world, cooling, pass }
}

it('fleet 2: an engine that is overloaded for long lets runs leave, once in that time', () => {
  const { world, cooling, pass } = stage(['a', 'b', 'c'])
  cooling.look(2, 0.1)
  pass(tuning.hotMs - 500)
  expect([cooling.state, world.leaving]).toEqual(['warm', []])
  pass(500)
  expect(world.leaving).toEqual(['a'])
  pass(tuning.hotMs - 500)
  expect(world.leaving).toEqual(['a'])
  pass(500)
  expect(world.leaving).toEqual(['b'])
})

it('fleet 2: a look with time to spare begins the time anew, and runs that have not left stay', () => {
  const { world, cooling, pass } = stage(['a'])
  pass(tuning.hotMs - 500)
  world.isBusy = false
  pass(500)
  expect([cooling.state, world.kept]).toEqual(['cool', 1])
  world.isBusy = true
  pass(tuning.hotMs - 500)
  expect(world.leaving).toEqual([])
})

it('fleet 2: no run leaves where no other engine has time, or none is there', () => {
  const { world, pass } = stage(['a'])
  pass(3 * tuning.hotMs, 2, 0.9)
  pass(3 * tuning.hotMs, 1, 0.1)
  expect(world.leaving).toEqual([])
})

it('fleet 2: a run that has moved does not move again within a minute', () => {
  const { world, pass } = stage(['a'])
  pass(tuning.movedForMs)
  expect(world.all).toEqual(['a'])
  pass(3 * tuning.hotMs)
  expect(world.all).toEqual(['a', 'a'])
})

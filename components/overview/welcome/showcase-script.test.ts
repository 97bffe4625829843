import { expect, it } from 'vitest'
import {
  barAt,
  edgeState,
  showcaseEdges,
  showcasePhases,
  showcaseSteps,
  stepOverlay,
  stillPhase,
} from './showcase-script.ts'

it('is a run: time goes on, steps are open once and stay done', () => {
  for (const [index, phase] of showcasePhases.entries()) {
    const before = showcasePhases[index - 1]
    if (!before) continue
    expect(phase.now).toBeGreaterThanOrEqual(before.now)
    expect(before.done.every((id) => phase.done.includes(id))).toBe(true)
    expect(phase.open === null || !phase.done.includes(phase.open)).toBe(true)
  }
  expect(showcasePhases.at(-1)?.tone).toBe('done')
})

it('stands still where a person is asked', () => {
  const still = showcasePhases[stillPhase]!
  expect(stepOverlay('approval', still)).toMatchObject({ tone: 'human' })
  expect(stepOverlay('check', still)).toEqual({ tone: 'done' })
  expect(stepOverlay('pay', still)).toEqual({ dim: true })
})

it('draws bars no further than the present', () => {
  const { bar } = showcaseSteps[1]
  expect(barAt(bar, 5)).toEqual({ from: 11, width: 0 })
  expect(barAt(bar, 40)).toEqual({ from: 11, width: 29 })
  expect(barAt(bar, 99)).toEqual({ from: 11, width: 58 })
})

it('takes one route of the decision', () => {
  const last = showcasePhases.at(-1)!
  const states = Object.fromEntries(showcaseEdges.map((edge) => [edge.id, edgeState(edge, last)]))
  expect(states).toEqual({
    begin: 'live',
    ask: 'live',
    answer: 'live',
    yes: 'live',
    no: 'idle',
    paid: 'moving',
    declined: 'idle',
  })
})

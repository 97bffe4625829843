import { expect, it } from 'vitest'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import { previewOverlay } from './preview-overlay.ts'

const step = (name: string, more: Partial<PreviewStep>): PreviewStep => ({
  step: name,
  type: 'STANDARD',
  fate: 'again',
  effects: [],
  ...more,
})
const stands = { tone: 'failed', note: 'failed', word: 'Failed' } as const

it('says of each step of the run what becomes of it, by colour, sign and words', () => {
  const nodes = { A: stands, B: stands, C: stands, D: stands, E: stands, 'B/A': stands }
  const steps = [
    step('A', { fate: 'reused' }),
    step('B', {}),
    step('C', { effects: [{ kind: 'function', what: 'orders.charge' }], sameKey: true }),
    step('D', { fate: 'ahead' }),
    step('Of_Another_Version', {}),
  ]
  expect(previewOverlay({ nodes, edges: { e: 'live' } }, steps, (id) => !id.includes('/'))).toEqual({
    nodes: {
      A: { tone: 'done', mark: '✓', note: 'reused', word: 'Reused' },
      B: { tone: 'active', mark: '↻', note: 'runs again', word: 'Runs again' },
      C: {
        tone: 'async',
        mark: '↻!',
        note: 'runs again: calls orders.charge, same idempotency key',
        word: 'Runs again, has side effects',
      },
      D: { dim: true, mark: '→', note: 'will run', word: 'Will run' },
      E: { dim: true, word: 'Not affected' },
      'B/A': stands,
    },
    edges: { e: 'live' },
  })
})

it('says so of what an override does, too', () => {
  const nodes = { A: stands, B: stands, C: stands, D: stands, E: stands }
  const call = { kind: 'function', what: 'orders.ship' } as const
  const steps = [
    step('A', { fate: 'skipped' }),
    step('B', { fate: 'next', effects: [call] }),
    step('C', { fate: 'left_out' }),
    step('D', { fate: 'next', fails: 'There is no total.' }),
    step('E', { fate: 'next', missing: ['state.total'], effects: [call] }),
  ]
  expect(previewOverlay({ nodes, edges: {} }, steps, () => true).nodes).toEqual({
    A: { tone: 'human', mark: '»', note: 'skipped', word: 'Skipped' },
    B: { tone: 'async', mark: '▸!', note: 'runs next: calls orders.ship', word: 'Runs next, has side effects' },
    C: { dim: true, mark: '−', note: 'skipped', word: 'Skipped' },
    D: { tone: 'failed', mark: '✗', note: 'fails immediately', word: 'Fails immediately' },
    E: {
      tone: 'human',
      mark: '?',
      note: 'runs next: reads state.total, which is missing',
      word: 'Runs next, but reads state.total, which is missing',
    },
  })
})

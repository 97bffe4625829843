import { expect, it } from 'vitest'
import type { PreviewStep } from '#core/run/again/preview.ts'
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
        note: 'runs again: calls orders.charge, with the same key',
        word: 'Runs again, with effects outside',
      },
      D: { dim: true, mark: '→', note: 'ahead', word: 'Ahead' },
      E: { dim: true, word: 'Not concerned' },
      'B/A': stands,
    },
    edges: { e: 'live' },
  })
})

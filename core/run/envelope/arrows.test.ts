import { describe, expect, test } from 'vitest'
import { phases } from '../statuses.ts'
import { phaseTransitions } from '../transitions.ts'
import { arrows, diagram, extensions, isArrow } from './arrows.ts'

describe('the arrows between the phases', () => {
  test('envelope 1: are the 24 arrows of the diagram over 23 pairs', () => {
    expect(diagram).toHaveLength(24)
    expect(new Set(diagram.map(({ from, to }) => `${from} ${to}`)).size).toBe(23)
    expect(diagram.every(({ extension }) => extension === undefined)).toBe(true)
  })

  test('envelope 1: and named extensions, of which each says why it is there', () => {
    expect(extensions.every(({ extension = '' }) => extension !== '')).toBe(true)
    // Unsafe is what a retried run was before; a run that has never run can only be safe.
    for (const { to, extension } of extensions) {
      expect(
        to === 'FAILED_SAFE' || to === 'READY' || (to === 'FAILED_UNSAFE' && extension?.startsWith('A retried run')),
      ).toBe(true)
    }
  })

  test('envelope 1: every other of the 18 × 18 pairs is refused', () => {
    const pairs = new Set(arrows.map(({ from, to }) => `${from} ${to}`))
    for (const from of phases) {
      for (const to of phases) {
        expect(phaseTransitions[from].includes(to), `${from} to ${to}`).toBe(pairs.has(`${from} ${to}`))
        if (pairs.has(`${from} ${to}`)) continue
        for (const { event, result } of arrows) {
          expect(isArrow({ from, to, event, ...(result && { result }) }), `${from} to ${to} on ${event}`).toBe(false)
        }
      }
    }
  })

  test('an arrow has its own word and attribute', () => {
    expect(isArrow({ from: 'NEW', to: 'VALID', event: 'Validate', result: 'valid' })).toBe(true)
    expect(isArrow({ from: 'NEW', to: 'VALID', event: 'Validate', result: 'invalid' })).toBe(false)
    expect(isArrow({ from: 'NEW', to: 'VALID', event: 'Run' })).toBe(false)
  })

  test('nothing leaves a closed phase, nothing but the acknowledgement leaves COMPLETED, no safe end becomes unsafe', () => {
    for (const from of phases.filter((phase) => phase.endsWith('_ACK'))) expect(phaseTransitions[from]).toEqual([])
    expect(phaseTransitions.COMPLETED).toEqual(['COMPLETED_ACK'])
    expect(phaseTransitions.FAILED_SAFE).not.toContain('FAILED_UNSAFE')
    expect(phaseTransitions.ERROR).not.toContain('FAILED_SAFE')
  })
})

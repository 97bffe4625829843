import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import { addressOf, artifactsOf, fileNameOf } from './artifacts-of.ts'

const visit = { step: 'Draft', iteration: 1, attempt: 1, at: 5 }
const artifact = (seq: number, payload: object) =>
  ({ seq, type: 'workflow.node.artifact', ...visit, payload }) as unknown as RunEvent

describe('the artifacts of a run', () => {
  it('are those of its events, with their steps', () => {
    const started = { seq: 1, type: 'workflow.node.started', ...visit, payload: {} } as unknown as RunEvent
    expect(artifactsOf([started, artifact(2, { name: 'Plan', type: 'plan', json: 1 })])).toEqual([
      { name: 'Plan', type: 'plan', json: 1, node_key: 'Draft', seq: 2 },
    ])
  })

  it('are opened only at an address of the web', () => {
    expect(addressOf({ url: 'https://files.example/a b' })).toBe('https://files.example/a%20b')
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nothing']) {
      expect(addressOf({ url })).toBeNull()
    }
    expect(addressOf({})).toBeNull()
  })

  it('are downloaded under a plain name', () => {
    expect([fileNameOf('Cut 1/../../x'), fileNameOf('…'), fileNameOf('Plan')]).toEqual([
      'Cut-1-..-..-x.json',
      'artifact.json',
      'Plan.json',
    ])
  })
})

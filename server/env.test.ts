import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('the settings of operations', () => {
  it('are off when nothing is said', () => {
    expect(readEnv({})).toMatchObject({ onFailure: undefined, retentionDays: undefined, retentionExport: undefined })
  })

  it('are an address or a command, a number of days and a folder', () => {
    expect(
      readEnv({
        HEDDLE_ON_FAILURE: 'notify-send "a run failed"',
        HEDDLE_RETENTION_DAYS: '90',
        HEDDLE_RETENTION_EXPORT: 'old-runs',
      }),
    ).toMatchObject({
      onFailure: 'notify-send "a run failed"',
      retentionDays: 90,
      retentionExport: resolve('old-runs'),
    })
  })

  it('are refused with their name when they cannot be meant', () => {
    expect(() => readEnv({ HEDDLE_ON_FAILURE: 'https://' })).toThrow('HEDDLE_ON_FAILURE=https:// must be')
    expect(() => readEnv({ HEDDLE_RETENTION_DAYS: 'long' })).toThrow(
      'HEDDLE_RETENTION_DAYS=long must be a number of days',
    )
    expect(() => readEnv({ HEDDLE_RETENTION_DAYS: '0.5' })).toThrow('must be at least 1')
  })
})

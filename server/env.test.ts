import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

describe('the settings', () => {
  it('list the hosts that requests may reach', () => {
    expect(readEnv({}).httpAllow).toEqual([])
    expect(readEnv({ HEDDLE_HTTP_ALLOW: ' LocalHost:8080, 10.0.0.5,,::1 ' }).httpAllow).toEqual([
      'localhost:8080',
      '10.0.0.5',
      '::1',
    ])
  })

  it('hold secrets by name, and where they may go', () => {
    const { secrets } = readEnv({
      HEDDLE_SECRET_KEY: 'hidden',
      HEDDLE_SECRET_EMPTY: '',
      HEDDLE_ORIGINS_KEY: 'https://a.example/, https://b.example',
    })
    expect(secrets.find('KEY')).toBe('hidden')
    expect(['EMPTY', 'OTHER', 'toString'].map(secrets.find)).toEqual([undefined, undefined, undefined])
    expect(secrets.originsOf('KEY')).toEqual(['https://a.example', 'https://b.example'])
    expect(secrets.originsOf('OTHER')).toBeUndefined()
  })

  it('give workers their times in seconds', () => {
    expect(readEnv({}).worker).toEqual({
      builtIn: true,
      tasks: 10,
      heartbeatMs: 30_000,
      silenceMs: 120_000,
      scanMs: 60_000,
      recoveries: 3,
    })
    const hasty = { HEDDLE_WORKER_HEARTBEAT_SECONDS: '0.1', HEDDLE_WORKER_SILENCE_SECONDS: '1', HEDDLE_WORKER: 'off' }
    expect(readEnv(hasty).worker).toMatchObject({ builtIn: false, heartbeatMs: 100, silenceMs: 1_000 })
  })

  it.each([
    [{ HEDDLE_HTTP_ALLOW: 'http://localhost' }, 'HEDDLE_HTTP_ALLOW'],
    [{ HEDDLE_WORKER: 'maybe' }, 'HEDDLE_WORKER=maybe must be on or off'],
    [{ HEDDLE_WORKER_TASKS: '0' }, 'HEDDLE_WORKER_TASKS'],
    [{ HEDDLE_WORKER_SCAN_SECONDS: 'often' }, 'must be a number of seconds'],
    [{ HEDDLE_WORKER_SILENCE_SECONDS: '60' }, 'more than twice HEDDLE_WORKER_HEARTBEAT_SECONDS'],
  ])('refuse %j', (variables, sentence) => {
    expect(() => readEnv(variables)).toThrow(EnvError)
    expect(() => readEnv(variables)).toThrow(sentence)
  })
})

import { delimiter, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { readEnv } from './env.ts'
import { EnvError } from './env-error.ts'

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

  it('reads the collector of traces and its headers', () => {
    expect(readEnv({}).traces).toBeUndefined()
    const endpoint = 'http://127.0.0.1:4318'
    expect(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).traces).toEqual({ endpoint, headers: {} })
    const headers = 'Authorization=Bearer%20abc, x-team = loom'
    expect(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }).traces).toEqual({
      endpoint,
      headers: { authorization: 'Bearer abc', 'x-team': 'loom' },
    })
    const traceUrl = 'https://traces.example.com/trace/{trace_id}'
    expect(readEnv({ HEDDLE_TRACE_URL: traceUrl }).traceUrl).toBe(traceUrl)
    for (const wrong of ['https://traces.example.com/', 'javascript:{trace_id}', 'traces/{trace_id}'])
      expect(() => readEnv({ HEDDLE_TRACE_URL: wrong })).toThrow('must be an address such as')
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('must be an address such as')
    for (const wrong of ['abc', 'x=%zz'])
      expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow('separated by commas')
  })

  it('reads the quotas of an owner (access 19)', () => {
    expect(readEnv({}).quota).toEqual(limits.quotas)
    expect(readEnv({}).stepsAtOnce).toEqual(limits.stepsAtOnce)
    const given = {
      HEDDLE_OWNER_ACTIVE_RUNS: '1000',
      HEDDLE_OWNER_STARTS_PER_MINUTE: '60',
      HEDDLE_OWNER_STORED_GB: '2',
      HEDDLE_OWNER_HTTP_STEPS: '20',
      HEDDLE_OWNER_SCRIPTS: '1',
    }
    expect(readEnv(given).quota).toEqual({ activeRuns: 1_000, startsPerMinute: 60, storedBytes: 2 * 1024 ** 3 })
    expect(readEnv(given).stepsAtOnce).toEqual({ requests: 20, scripts: 1 })
    expect(() => readEnv({ HEDDLE_OWNER_ACTIVE_RUNS: '0' })).toThrow('must be at least 1')
    expect(() => readEnv({ HEDDLE_OWNER_STARTS_PER_MINUTE: 'many' })).toThrow('must be a number')
  })

  it('reads the budget of run slots (public run 12)', () => {
    expect(readEnv({}).budget).toBeUndefined()
    expect(readEnv({ HEDDLE_RUN_SLOTS: '2', HEDDLE_RUN_SLOTS_WAIT_SECONDS: '0' }).budget).toEqual({
      slots: 2,
      perOwner: null,
      waitSeconds: 0,
    })
    expect(readEnv({ HEDDLE_RUN_SLOTS_PER_OWNER: '5' }).budget).toEqual({ slots: null, perOwner: 5, waitSeconds: null })
    expect(() => readEnv({ HEDDLE_RUN_SLOTS: '0' })).toThrow('HEDDLE_RUN_SLOTS=0 must be at least 1')
    expect(() => readEnv({ HEDDLE_RUN_SLOTS_WAIT_SECONDS: '5' })).toThrow('needs HEDDLE_RUN_SLOTS')
  })

  it('are refused with their name when they cannot be meant', () => {
    expect(() => readEnv({ HEDDLE_ON_FAILURE: 'https://' })).toThrow('HEDDLE_ON_FAILURE must be a valid address')
    expect(() => readEnv({ HEDDLE_RETENTION_DAYS: 'long' })).toThrow(
      'HEDDLE_RETENTION_DAYS=long must be a number of days',
    )
    expect(() => readEnv({ HEDDLE_RETENTION_DAYS: '0.5' })).toThrow('must be at least 1')
    expect(() => readEnv({ HEDDLE_RETENTION_MOST_DAYS: '1.5' })).toThrow('must be a whole number of days')
    expect(() => readEnv({ HEDDLE_RETENTION_DAYS: '31', HEDDLE_RETENTION_MOST_DAYS: '30' })).toThrow(
      'HEDDLE_RETENTION_DAYS=31 must be at most HEDDLE_RETENTION_MOST_DAYS=30',
    )
    expect(() =>
      readEnv({ HEDDLE_RETENTION_DAYS: '500', HEDDLE_ARCHIVE_DAYS: '400', HEDDLE_RETENTION_EXPORT: 'old-runs' }),
    ).toThrow('HEDDLE_ARCHIVE_DAYS=400 must be more than HEDDLE_RETENTION_DAYS=500')
    expect(() => readEnv({ HEDDLE_AUDIT_RETENTION_DAYS: '29' })).toThrow('must be at least 30')
    expect(() => readEnv({ HEDDLE_AUDIT_RETENTION_DAYS: '60.5' })).toThrow('must be a whole number of days')
    expect(readEnv({}).auditRetentionDays).toBe(400)
  })
})

it('nothing for development is on when nothing is said (ASVS 13.4.2)', () => {
  expect(readEnv({})).toMatchObject({ development: false })
  expect(readEnv({ NODE_ENV: 'development' })).toMatchObject({ development: true })
})

describe('the form of the log', () => {
  it('is text or JSON', () => {
    for (const form of ['text', 'json']) expect(() => readEnv({ HEDDLE_LOG: form })).not.toThrow()
    expect(() => readEnv({ HEDDLE_LOG: 'JSON' })).toThrow('HEDDLE_LOG=JSON must be text or json')
  })
})

describe('the login', () => {
  it('is off when nothing is said, and never guessed', () => {
    expect(readEnv({}).auth).toBe(false)
    const key = Buffer.alloc(32).toString('base64')
    expect(readEnv({ HEDDLE_AUTH: 'on', HEDDLE_MASTER_KEY: key }).auth).toBe(true)
    for (const wrong of ['true', 'ON', '1'])
      expect(() => readEnv({ HEDDLE_AUTH: wrong })).toThrow(`HEDDLE_AUTH=${wrong} must be on or off`)
  })
})

describe('a setting that may hold a password', () => {
  it.each([
    ['DATABASE_URL', 'mysql://heddle:pa55word@db/heddle', 'DATABASE_URL must be a PostgreSQL address'],
    ['HEDDLE_ON_FAILURE', 'https://hooks:pa55word', 'HEDDLE_ON_FAILURE must be a valid address'],
  ])('is refused by its name alone: %s', (name, value, said) => {
    const refused = () => readEnv({ [name]: value })
    expect(refused).toThrow(said)
    expect(refused).not.toThrow('pa55word')
  })
})

describe('the settings of steps that call out', () => {
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
      HEDDLE_ORIGINS_KEY: 'functions https://A.example:443/, http://b.example:81',
    })
    expect(secrets.find('KEY')).toBe('hidden')
    expect(['EMPTY', 'OTHER', 'toString'].map(secrets.find)).toEqual([undefined, undefined, undefined])
    expect(secrets.names).toEqual(['KEY'])
    expect(secrets.originsOf('KEY')).toEqual(['functions', 'https://a.example', 'http://b.example:81'])
    expect(secrets.originsOf('OTHER')).toEqual([])
  })

  it.each([
    'mine.example.com',
    'https://a.example/path',
    'https://*.example',
    'https://u:p4ss@a.example',
    'ftp://a',
    'hidden',
  ])('refuse %s as an origin, without showing it', (entry) => {
    const read = () => readEnv({ HEDDLE_ORIGINS_KEY: `https://ok.example ${entry}` })
    expect(read).toThrow('HEDDLE_ORIGINS_KEY must list origins')
    expect(read).not.toThrow(entry)
  })

  it('A18, A80: give workers their times in seconds', () => {
    expect(readEnv({}).worker).toEqual({
      builtIn: true,
      tasks: 10,
      heartbeatMs: 30_000,
      heartbeatTimeoutMs: 120_000,
      scanMs: 60_000,
      recoveries: 3,
    })
    const hasty = { HEDDLE_WORKER_HEARTBEAT_SECONDS: '0.1', HEDDLE_WORKER_SILENCE_SECONDS: '1', HEDDLE_WORKER: 'off' }
    expect(readEnv(hasty).worker).toMatchObject({ builtIn: false, heartbeatMs: 100, heartbeatTimeoutMs: 1_000 })
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

describe("the settings of people's own files", () => {
  it('name folders and a file, from where Heddle is started', () => {
    const list = ['shop/functions', '/srv/more'].join(delimiter)
    expect(
      readEnv({ HEDDLE_FUNCTIONS: list, HEDDLE_WORKFLOWS: list, HEDDLE_OBSERVERS: 'shop/observers.ts' }),
    ).toMatchObject({
      functionsFolders: [resolve('shop/functions'), resolve('/srv/more')],
      workflowsFolders: [resolve('shop/functions'), resolve('/srv/more')],
      observers: resolve('shop/observers.ts'),
    })
  })

  it('are the functions of the examples, no workflows and no observers when nothing is said', () => {
    expect(readEnv({})).toMatchObject({
      functionsFolders: [resolve('examples/functions')],
      workflowsFolders: [],
      observers: undefined,
    })
  })
})

describe('the identity providers', () => {
  const login = { HEDDLE_AUTH: 'on', HEDDLE_MASTER_KEY: Buffer.alloc(32).toString('base64') }
  const acme = {
    ...login,
    HEDDLE_OIDC_ISSUER: 'https://login.acme.example/realms/staff',
    HEDDLE_OIDC_CLIENT_ID: 'heddle',
    HEDDLE_OIDC_CLIENT_SECRET: 'pa55word',
  }

  it('are none when nothing is said, and have names, scopes and an owner of their own otherwise', () => {
    expect(readEnv(login).oidc).toEqual([])
    expect(readEnv({ ...login, HEDDLE_OIDC_ISSUER: '' }).oidc).toEqual([])
    expect(readEnv(acme).oidc).toEqual([
      {
        id: 'oidc',
        name: 'login.acme.example',
        issuer: 'https://login.acme.example/realms/staff',
        clientId: 'heddle',
        clientSecret: 'pa55word',
        scopes: 'openid email profile',
        groupsClaim: 'groups',
        acr: [],
        domains: [],
        owner: 'local',
      },
    ])
    const second = {
      HEDDLE_OIDC_3_ISSUER: 'http://127.0.0.1:8080',
      HEDDLE_OIDC_3_CLIENT_ID: 'heddle',
      HEDDLE_OIDC_3_CLIENT_SECRET: 'x',
      HEDDLE_OIDC_3_ACR: 'urn:acme:two, phr',
      HEDDLE_OIDC_3_DOMAINS: 'Acme.example, beta.example',
    }
    expect(readEnv({ ...acme, ...second }).oidc[1]).toMatchObject({
      id: 'oidc-3',
      groupsClaim: null,
      acr: ['urn:acme:two', 'phr'],
      domains: ['acme.example', 'beta.example'],
    })
  })

  it.each<[object, string]>([
    [{ HEDDLE_OIDC_CLIENT_SECRET: '' }, 'HEDDLE_OIDC_CLIENT_SECRET must be set together'],
    [
      { HEDDLE_OIDC_ISSUER: 'http://login.acme.example' },
      'HEDDLE_OIDC_ISSUER=http://login.acme.example must be the issuer',
    ],
    [{ HEDDLE_OIDC_ISSUER: 'https://login.acme.example/?tenant=a' }, 'must be the issuer of the provider'],
    [{ HEDDLE_OIDC_ISSUER: 'acme' }, 'HEDDLE_OIDC_ISSUER=acme must be the issuer'],
    [{ HEDDLE_OIDC_NAME: 'x'.repeat(41) }, 'HEDDLE_OIDC_NAME must be a name'],
    [{ HEDDLE_OIDC_SCOPES: 'email' }, 'HEDDLE_OIDC_SCOPES=email must contain openid'],
    [
      { HEDDLE_OIDC_DOMAINS: 'acme.example, *' },
      'HEDDLE_OIDC_DOMAINS must be domains with commas between them, such as example.com; * is none',
    ],
    [{ HEDDLE_OIDC_DOMAIN: 'acme.example' }, 'HEDDLE_OIDC_DOMAIN is no setting'],
    [{ HEDDLE_OIDC_6_ISSUER: 'https://x.example' }, 'HEDDLE_OIDC_6_ISSUER is no setting'],
    [
      { HEDDLE_OIDC_2_ISSUER: acme.HEDDLE_OIDC_ISSUER, HEDDLE_OIDC_2_CLIENT_ID: 'b', HEDDLE_OIDC_2_CLIENT_SECRET: 'c' },
      'is the issuer of two providers',
    ],
    [{ HEDDLE_AUTH: 'off', HEDDLE_MASTER_KEY: undefined }, 'HEDDLE_OIDC_ISSUER needs HEDDLE_AUTH=on'],
  ])('are refused with a sentence, which tells no secret: %j (access 8; ASVS 13.3.1)', (wrong, said) => {
    const refused = () => readEnv({ ...acme, ...wrong })
    expect(refused).toThrow(said)
    expect(refused).not.toThrow('pa55word')
  })
})

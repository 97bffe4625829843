import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  api,
  approval,
  broken,
  file,
  folder,
  heddle,
  sendHere,
  start,
  taskOf,
  url,
  withApi,
} from './testing/command-line.ts'

withApi()

describe('acting on a step of a run', () => {
  it('says first what it would do, and then does it', async () => {
    const runId = await start('Approval')
    await taskOf(runId)
    const dry = await heddle(['skip', runId, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, said: 'Nothing was changed. Run it without --dry-run to apply.\n' })
    expect(dry.out).toMatch(/^Ask +skipped +its task “Shall "it" be\?” is withdrawn$/m)
    expect(dry.out).toContain('Pass runs next, with side effects.')
    const ahead = await heddle(['jump', runId, '--to', 'END', '--dry-run'])
    expect(ahead.out).toContain('Pass is skipped; the run ends as completed.')
    const given = ['mark-done', runId, 'approved=true', '--step', 'Ask']
    expect((await heddle([...given, '--dry-run'])).out).toMatch(/^Ask +marked done/m)
    const refused = await heddle(['skip', runId, '-s', 'Double', '--dry-run'])
    expect(refused).toMatchObject({ code: 1, said: 'heddle: Double cannot be skipped: it is completed.\n' })
    expect((await heddle([...given, '-r', 'by phone'])).code).toBe(0)
    await heddle(['logs', '-f', runId])
    expect((await heddle(['logs', runId])).out).toContain('by phone')
    expect((await heddle(['skip', runId])).said).toContain('No step can be skipped: the run completed.')
  })

  it('removes an ended run for good, and says why an open one stays', async () => {
    const open = await start('Approval')
    await taskOf(open)
    expect(await heddle(['remove', open])).toMatchObject({ code: 1, said: expect.stringContaining('Cancel it first') })
    await heddle(['cancel', open])
    await heddle(['logs', '-f', open])
    // The engine lets go of a run a moment after its end.
    await expect.poll(async () => (await heddle(['remove', open])).code).toBe(0)
    expect((await heddle(['remove', open])).said).toContain('was removed on')
  })

  it('says what a retry would run again', async () => {
    const failed = await start('Broken')
    await heddle(['logs', '-f', failed])
    const { out } = await heddle(['retry', failed, '--dry-run'])
    expect(out).toMatch(/^Fail +runs again +calls t.fail, same idempotency key$/m)
    expect(JSON.parse((await heddle(['--json', 'retry', failed, '--dry-run'])).out)).toMatchObject({ allowed: true })
  })
})

describe('a run that is named by a part of its id', () => {
  it('is found when it is the only one, and the others are told when it is not', async () => {
    const [first, second] = [await start('Approval'), await start('Approval')]
    const runs = async (...asked: string[]) => Promise.all(asked.map((text) => heddle(['show', text])))
    const shortened = `${second.slice(0, 8)}…${second.slice(-6)}`
    for (const reported of await runs(second.slice(0, -1), second.toUpperCase(), shortened)) {
      expect(reported).toMatchObject({ code: 0, out: expect.stringContaining(second) })
    }
    const begin = Array.from(first).findIndex((letter, place) => second[place] !== letter)
    const [several] = await runs(first.slice(0, Math.max(8, begin)))
    expect(several).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Several runs match .*Use more of the id/),
    })
    for (const unknown of ['abcdef01', 'abcdef01-']) {
      expect((await heddle(['skip', unknown])).said).toBe(`heddle: There is no run ${unknown}.\n`)
    }
    expect(await heddle(['logs', '0198'])).toMatchObject({
      code: 2,
      said: expect.stringContaining('first 8 characters'),
    })
  })
})

describe('workflows', () => {
  it('are exported to the byte, and imported again', async () => {
    expect((await heddle(['export', 'Approval'])).out).toBe(approval)
    const path = join(folder, 'out.yaml')
    const withLine = `# yaml-language-server: $schema=${url}/schema/workflow.json\n${approval}`
    expect((await heddle(['export', 'Approval', '--schema-line'])).out).toBe(withLine)
    expect((await heddle(['export', 'Approval', '-o', path])).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(approval)
    const imported = await heddle(['import', path])
    expect(imported.out).toBe(`${path}: published Approval as version 1: ${url}/workflows/Approval\n`)
  })

  it('are validated with file, line and column, here or by Heddle', async () => {
    const path = await file(
      'bad.yaml',
      `${broken}---\nworkflow_type: Other\nsteps:\n  - name: One\n    next: Nowhere\n`,
    )
    for (const offline of [[], ['--offline']]) {
      const reported = await heddle(['validate', path, ...offline])
      expect(reported.out).toMatch(new RegExp(`^${path}:9:11: error: One: .*Nowhere`, 'm'))
      expect(reported).toMatchObject({ code: 1, said: 'heddle: 1 of 1 files cannot be published.\n' })
    }
    const refused = await heddle(['import', path])
    expect(refused.out).toContain(`${path}:9:11: error`)
    expect(refused.code).toBe(1)
    const unknown = await file('unknown.yaml', 'workflow_type: Other\nsteps:\n  - name: One\n    function: no.where\n')
    expect((await heddle(['validate', unknown])).out).toContain(':4:15: warning: One: ')
    expect((await heddle(['validate', unknown, '--offline'])).out).toBe(`${unknown}: Other can be published.\n`)
  })

  it('are validated with annotations of GitHub Actions, whose text is encoded', async () => {
    const path = await file(
      'odd, name.yaml',
      'workflow_type: Odd\nsteps:\n  - name: "a%\\n::error::b"\n    function: t.double\n    next: Nowhere\n',
    )
    const { out, code } = await heddle(['validate', path, '--offline', '--annotations'])
    expect(code).toBe(1)
    const lines = out.trimEnd().split('\n')
    expect(
      lines.every((line) =>
        /^::(error|warning|notice) file=[^:]*odd%2C name\.yaml,line=\d+,col=\d+,title=\w+::/.test(line),
      ),
    ).toBe(true)
    expect(lines.some((line) => line.startsWith('::error') && line.includes('Nowhere'))).toBe(true)
    expect(out).not.toContain('a%\n')
  })

  it('of n8n are imported with what was lost', async () => {
    const nodes = [
      { name: 'Begin', type: 'n8n-nodes-base.manualTrigger' },
      { name: 'Odd', type: 'n8n-nodes-base.neverHeardOf' },
    ]
    const connections = { Begin: { main: [[{ node: 'Odd', type: 'main' }]] } }
    const path = await file('theirs.json', JSON.stringify({ name: 'Theirs', nodes, connections }))
    const reported = await heddle(['import', path, '--dry-run'])
    expect(reported.said).toContain('is a workflow from n8n')
    expect(reported.said).toMatch(/lost +Odd/)
    expect(reported.out).toContain('workflow_type: Theirs')
  })

  it('that cannot be read are said to be so before they are imported', async () => {
    const path = await file('unreadable.json', JSON.stringify({ nodes: 'none', connections: {} }))
    const reported = await heddle(['import', path, '--dry-run'])
    expect(reported.code).toBe(1)
    expect(reported.said).toContain('1 of 1 files cannot be published.')
    const good = await file('good.yaml', 'workflow_type: Good\nsteps: [{ name: Ask, type: HUMAN, groups: [all] }]\n')
    expect(await heddle(['import', good, '--dry-run'])).toMatchObject({ code: 0 })
  })

  it('of jobs are imported with what was lost', async () => {
    const path = await file('release.yml', 'name: Release\non: push\njobs: { build: { steps: [{ run: make }] } }\n')
    const reported = await heddle(['import', path, '--dry-run'])
    expect(reported.said).toContain('is a workflow from GitHub Actions')
    expect(reported.said).toMatch(/lost +on: push/)
    expect(reported.out).toContain('workflow_type: Release')
  })
})

describe('what cannot be done is said in a sentence that helps', () => {
  it.each([
    [['show', 'nothing'], 2, 'heddle: nothing is not a run id. Use the full id, or at least its first 8 characters.'],
    [['show', randomUUID()], 1, 'heddle: There is no run '],
    [['decide', 'nothing', '--approve'], 1, 'heddle: There is no such task.'],
    [['decide', 'nothing', '--approve', '--reject'], 2, '--approve and --reject contradict each other.'],
    [['run', 'Approval', 'amount'], 2, 'heddle: amount is not key=value.'],
    [['run', 'Approval', '-i', '{'], 2, 'heddle: Not valid JSON'],
    [['run', 'Nowhere'], 1, 'Nowhere'],
    [['runs', '--where', 'nonsense'], 2, 'Use a path, a comparison and a value'],
    [['runs', '--status', 'bad'], 2, 'Unknown status bad. Use one of'],
    [['runs', '--since', 'then'], 2, 'then is not a time'],
    [['runs', '--longer', 'long'], 2, 'long is not a duration. Use 500ms'],
    [['runs', '--trouble', 'ennui'], 2, 'quarantined'],
    [['runs', '--limit', '0'], 2, '0 is not a positive whole number'],
    [['rnu'], 2, 'Did you mean run'],
    [['show'], 2, "missing required argument 'run'"],
    [['import', '/nowhere/at/all.yaml'], 2, 'Cannot read /nowhere/at/all.yaml'],
    [['--url', 'nowhere', 'runs'], 2, 'nowhere is not an address'],
  ] as const)('%j', async (words, code, sentence) => {
    const reported = await heddle(words)
    expect(reported.said).toContain(sentence)
    expect(reported).toMatchObject({ code, out: '' })
  })

  it('as JSON where JSON was asked for', async () => {
    const runId = randomUUID()
    const reported = await heddle(['--json', 'show', runId])
    const message = `There is no run ${runId}. (run_id)`
    expect(JSON.parse(reported.said)).toEqual({ error: { code: 'NOT_FOUND', message } })
  })

  it('when nobody answers', async () => {
    const send = () => Promise.reject(new TypeError('fetch failed'))
    const reported = await heddle(['runs'], { send })
    expect(reported).toMatchObject({ code: 1, out: '' })
    expect(reported.said).toContain('Start it with "npm start"')
  })

  it('when somebody else answers', async () => {
    const reported = await heddle(['runs'], { send: async () => new Response('<html>') })
    expect(reported).toMatchObject({ code: 1, out: '', said: expect.stringContaining('Is this a Heddle server?') })
  })

  it('and the help tells every command', async () => {
    const reported = await heddle(['--help'])
    for (const name of ['run', 'runs', 'show', 'tree', 'logs', 'resume', 'retry', 'cancel']) {
      expect(reported.out).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    for (const name of ['inbox', 'decide', 'export', 'import', 'validate']) {
      expect(reported.out).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    expect(reported.code).toBe(0)
  })
})

describe('Ctrl-C', () => {
  it('ends a command while the server keeps it waiting', async () => {
    const interrupted = new AbortController()
    const send: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        interrupted.abort()
      })
    expect(await heddle(['runs'], { send, signal: interrupted.signal })).toEqual({ code: 130, out: '', said: '' })
  })

  it('is no good end of following a run', async () => {
    const runId = await start('Approval')
    const interrupted = new AbortController()
    const send: typeof fetch = (address, init) => {
      setImmediate(() => interrupted.abort())
      return sendHere(address, init)
    }
    const reported = await heddle(['logs', runId, '--follow'], { send, signal: interrupted.signal })
    expect(reported.code).toBe(130)
  })
})

it('says what the server says without what would move a cursor', async () => {
  const refused = Response.json({ error: { code: 'CONFLICT', message: '\u001b[2Jgone\r\u202Etfel' } }, { status: 409 })
  expect((await heddle(['runs'], { send: async () => refused })).said).toBe('heddle: gone tfel\n')
})

it('prints nothing that would move a cursor or colour a line', async () => {
  await api.publish(
    `workflow_type: Sly\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: "\\e[31mred\\e[0m\\nline\\u202Etfel"\n`,
  )
  const runId = await start('Sly')
  await taskOf(runId)
  const reported = [await heddle(['inbox']), await heddle(['show', runId]), await heddle(['logs', runId])]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  for (const { out } of reported) expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/)
  expect(reported[0]?.out).toContain('red line tfel')
})

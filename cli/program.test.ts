import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '#server/api/router.ts'
import { startTestApi, type TestApi } from '#server/api/testing/test-api.ts'
import { runProgram } from './program.ts'

const url = 'http://127.0.0.1:3000'
const approval = `# keep me
workflow_type: Approval
steps:
  - name: Double
    function: t.double
  - name: Ask
    type: HUMAN
    title: Shall "it" be?
    form:
      type: object
      required: [approved]
      properties:
        approved: { type: boolean, title: Do you agree? }
        note: { type: string }
  - name: Pass
    function: t.pass
`
const family = `workflow_type: Family\nsteps: [{ name: Try, type: PARALLEL, tasks: [{ name: first, sub_workflow_type: Board }, { name: second, sub_workflow_type: Board }] }]\n`
const board = 'workflow_type: Board\nsteps: [{ name: Sign, type: HUMAN, groups: [board] }]\n'
const patient = `workflow_type: Patient\nsteps: [{ name: Fail, function: t.fail, retry: { max_attempts: 3, initial_interval_seconds: 3600 } }]\n`
const stuck = `workflow_type: Stuck
saga_enabled: true
steps: [{ name: Book, function: t.double, compensate_function: t.hang }, { name: Fail, function: t.fail }]
`
const broken = 'workflow_type: Broken\nsteps:\n  - name: Fail\n    function: t.fail\n'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await startTestApi({ functions: 'export function hang() { return new Promise(() => undefined) }' })
  folder = await mkdtemp(join(tmpdir(), 'heddle-cli-'))
  for (const text of [approval, broken, patient, board, family, stuck])
    expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
  expect(api.errors).toEqual([])
})

interface Told {
  readonly code: number
  readonly out: string
  readonly said: string
}

/** Runs a command line as a shell would, against the API in this process. */
async function heddle(
  words: readonly string[],
  { input = '', columns = 200, send = sendHere, signal = new AbortController().signal } = {},
): Promise<Told> {
  let out = ''
  let said = ''
  const terminal = {
    out(text: string) {
      out += text
    },
    say(text: string) {
      said += text
    },
    input: async () => input,
    columns,
    colours: false,
    now: Date.now,
    signal,
  }
  const code = await runProgram(words, { terminal, url, send })
  return { code, out, said }
}
const sendHere: typeof fetch = (address, init) => {
  const { pathname, search } = new URL(String(address))
  return api.fetch(`${pathname}${search}`, init)
}
const idOf = ({ out }: Told) => out.trim()
const start = async (...words: string[]) => idOf(await heddle(['run', ...words]))
const file = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
/** The open task of a run that waits for somebody. */
async function taskOf(runId: string): Promise<string> {
  const found = async () => {
    const { out } = await heddle(['inbox', '--json', '-n', '200'])
    const { items } = JSON.parse(out) as { items: readonly { task_id: string; run_id: string }[] }
    return items.find(({ run_id }) => run_id === runId)?.task_id
  }
  await expect.poll(found).toBeDefined()
  return (await found()) as string
}

describe('what a run is doing', () => {
  it('is said with the names of those who are asked, and with the attempts that are left', async () => {
    const { directory } = appRouter.createCaller({ ...api.services, actor: localActor })
    await directory.saveGroup({ id: 'board', name: 'The Board' })
    const runId = await start('Board')
    await taskOf(runId)
    expect((await heddle(['show', runId])).out).toContain('Waiting for the group The Board to decide Sign, ')
    const failing = await start('Patient')
    await expect
      .poll(async () => (await heddle(['show', failing])).out)
      .toMatch(/Fail failed: .* It is tried again in .*\(attempt 2 of 3\)\./)
  })
  it('is drawn for its whole family', async () => {
    const runId = await start('Family')
    const draw = async () => (await heddle(['tree', runId])).out
    await expect.poll(draw).toMatch(/WAITING_CHILD_HUMAN_INPUT(.*\n.*WAITING_HUMAN_INPUT){2}/)
    const lines = (await draw()).trimEnd().split('\n')
    expect(lines.map((line) => line.replaceAll(/[0-9a-f-]{36}/g, 'ID'))).toEqual([
      'Family v1  WAITING_CHILD_HUMAN_INPUT  ID  Try',
      '├─ Try → Board v1  WAITING_HUMAN_INPUT  ID  Sign',
      '└─ Try → Board v1  WAITING_HUMAN_INPUT  ID  Sign',
    ])
  })
})

describe('run, and what becomes of it', () => {
  it('starts a run with values, shows it, answers it from the inbox, and tells its history to the end', async () => {
    const runId = await start('Approval', 'n=21', 'who=Ada Byron', '--tag', 'cli')
    const taskId = await taskOf(runId)
    const list = await heddle(['inbox'])
    expect(list.out).toMatch(new RegExp(`^TASK .*\\n(.*\\n)*${taskId} +Shall "it" be\\? +Approval`))
    const shown = await heddle(['show', runId])
    expect(shown.out).toContain('Approval v1\nWaiting for')
    expect(shown.out).toContain('{"n":21,"who":"Ada Byron"}')
    expect(shown.out).toMatch(/Double +completed +1 +1/)

    const asked = await heddle(['decide', taskId])
    expect(asked.out).toContain('approved: boolean  Do you agree?\n  note?: string')
    const wrong = await heddle(['decide', taskId, 'approved=perhaps'])
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('approved')])
    const spoken = await heddle(['decide', taskId, '--comment', 'I look into it.'])
    expect(spoken).toEqual({
      code: 0,
      out: 'Your comment stands beside Shall "it" be?; it is not decided.\n',
      said: '',
    })
    const words = ['--reason', 'within the budget', '--comment', 'Done.']
    const decided = await heddle(['decide', taskId, '--approve', 'note=as agreed', ...words])
    expect(decided).toEqual({ code: 0, out: 'Shall "it" be? is decided.\n', said: '' })
    const late = await heddle(['decide', taskId, '--reject'])
    expect([late.code, late.said]).toEqual([1, 'heddle: It is decided already, by You.\n'])

    const told = await heddle(['logs', '--follow', runId])
    expect(told.code).toBe(0)
    expect(told.out.split('\n').filter((line) => line.includes('Double'))).toHaveLength(2)
    expect(told.said).toBe('Approval is COMPLETED.\n')
    const again = await heddle(['logs', runId, '--step', 'Double', '--json'])
    const events = again.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { step: string })
    expect(events.map(({ step }) => step)).toEqual(['Double', 'Double'])
  })

  it('follows a run from its start, and its exit code says that it failed', async () => {
    const told = await heddle(['run', 'Broken', '--follow'])
    expect(told.code).toBe(1)
    expect(told.out).toContain('broken on purpose')
    expect(told.said).toContain('Broken is FAILED.\nheddle: ')
  })

  it('lists runs by what is asked, as a table or as the API has them', async () => {
    const runId = await start('Broken', '-i', '{"color":"red"}')
    await heddle(['logs', '-f', runId])
    const list = await heddle(['runs', '--status', 'failed', '--workflow', 'Broken', '--since', '1h'])
    expect(list.said).toBe('')
    expect(list.out.split('\n')[0]).toMatch(/^RUN +WORKFLOW +ABOUT +STATUS +AGE +AT$/)
    expect(list.out).toMatch(new RegExp(`${runId} +Broken v1 +(red +)?FAILED .*broken on purpose`))
    const { items } = JSON.parse((await heddle(['runs', '--json', '-n', '1'])).out)
    expect(items).toMatchObject([{ run_id: runId, workflow_status: 'FAILED' }])
    const narrow = await heddle(['runs', '-n', '1'], { columns: 90 })
    expect(Math.max(...narrow.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90)
    expect(narrow.said).toContain('--cursor')
    expect((await heddle(['runs', '--until', '100d'])).said).toBe('No run is like that.\n')
  })

  it('leaves out columns of less use where the screen has no room for all, so that no line wraps', async () => {
    const waiting = await start('Approval')
    await expect.poll(async () => (await heddle(['show', waiting])).out).toContain('WAITING_HUMAN_INPUT')
    const heads = async (command: string, columns: number) => {
      const { out } = await heddle([command, '-n', '3'], { columns })
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns)
      return out.split('\n')[0]?.split(/ +/)
    }
    expect(await heads('runs', 120)).toEqual(['RUN', 'WORKFLOW', 'ABOUT', 'STATUS', 'AGE', 'AT'])
    expect(await heads('runs', 80)).toEqual(['RUN', 'WORKFLOW', 'STATUS'])
    expect((await heads('inbox', 70))?.slice(0, 3)).toEqual(['TASK', 'TITLE', 'FIELDS'])
    const { out } = await heddle(['runs', '-n', '3'])
    expect(out.split('\n')[0]?.split(/ +/)).toContain('ABOUT')
  })

  it('tells a run that somebody has paused, which its status does not, and finds it by that word', async () => {
    const runId = await start('Board')
    await expect.poll(async () => (await heddle(['show', runId])).out).toContain('WAITING_HUMAN_INPUT')
    const paused = await api.fetch(`/v1/workflow-runs/${runId}/pause`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(paused.status).toBe(200)
    const { out } = await heddle(['runs', '--status', 'Paused'])
    expect(out).toMatch(new RegExp(`${runId} +Board v1 +WAITING_HUMAN_INPUT .*paused at Sign`))
    expect((await heddle(['runs', '--status', 'running', '-w', 'Board'])).out).not.toContain(runId)
    expect(await heddle(['runs', '--status', 'failed,paused'])).toMatchObject({
      code: 2,
      said: expect.stringContaining('paused goes with no other status'),
    })
  })

  it('knows every kind of trouble that the API knows', async () => {
    const answer = await (await api.fetch('/v1/workflow-runs?trouble=ennui')).json()
    const kinds = answer.error.message.replace(/^.*: |\.$/g, '')
    expect(answer.error.message).toBe(`trouble: One of these is expected: ${kinds}.`)
    expect((await heddle(['runs', '--trouble', 'ennui'])).said).toContain(`Allowed choices are ${kinds}.`)
  })

  it('finds runs by version, owner, region, duration and trouble', async () => {
    const runId = await start('Broken')
    await heddle(['logs', '-f', runId])
    const found = async (...words: string[]) => {
      const { items } = JSON.parse((await heddle(['runs', '--json', '-n', '200', ...words])).out)
      return items.some((run: { run_id: string }) => run.run_id === runId)
    }
    for (const fits of [
      ['--version', '1'],
      ['--owner', 'local'],
      ['--region', 'local'],
      ['--longer', '0s'],
      ['--shorter', '1d'],
      ['--trouble', 'failed'],
    ]) {
      expect([fits, await found(...fits)]).toEqual([fits, true])
    }
    for (const other of [
      ['--version', '2'],
      ['--owner', 'acme'],
      ['--region', 'eu-1'],
      ['--longer', '1d'],
      ['--shorter', '0ms'],
      ['--trouble', 'waiting'],
    ]) {
      expect([other, await found(...other)]).toEqual([other, false])
    }
  })

  it('goes on by the newest version as a new run, after saying what that takes over', async () => {
    const text = (last: string) =>
      `workflow_type: Mended\nsteps:\n  - name: Pass\n    function: t.pass\n  - name: Last\n    function: t.${last}\n`
    expect((await api.publish(text('fail'))).status).toBe(201)
    const failed = await start('Mended')
    await heddle(['logs', '-f', failed])
    expect((await api.publish(text('pass'))).status).toBe(201)
    const dry = await heddle(['retry', failed, '--newest', '--dry-run'])
    expect(dry.out).toMatch(/^Pass +.*\n(.*\n)*?Last +.*calls t.pass/m)
    const told = await heddle(['retry', failed, '--newest', '-r', 'mended'])
    expect(told).toMatchObject({ code: 0, said: expect.stringContaining('heddle logs --follow') })
    await heddle(['logs', '-f', idOf(told)])
    const shown = JSON.parse((await heddle(['--json', 'show', idOf(told)])).out)
    expect(shown).toMatchObject({ workflow_version: 2, workflow_status: 'COMPLETED', rerun_of: failed })
  })

  it('retries, cancels, resumes, and draws the family', async () => {
    const failed = await start('Broken')
    await heddle(['logs', '-f', failed])
    expect((await heddle(['retry', failed, '-i', '{"color":"blue"}', '-r', 'mended'])).code).toBe(0)
    await heddle(['logs', '-f', failed])
    expect((await heddle(['logs', failed])).out).toContain('retried the run with a new input (run attempt 2): mended.')

    const waiting = await start('Approval')
    await taskOf(waiting)
    expect((await heddle(['tree', waiting])).out).toMatch(/^Approval v1 {2}WAITING_HUMAN_INPUT/)
    expect((await heddle(['runs', '--parent', waiting.slice(0, 13)])).said).toBe('No run is like that.\n')
    const resumed = await heddle(['resume', waiting, '-i', '-'], { input: '{"approved": true}' })
    expect(resumed).toMatchObject({ code: 0, said: '' })

    const cancelled = await start('Approval')
    await taskOf(cancelled)
    expect((await heddle(['cancel', cancelled, '--dry-run'])).out).toBe('The run ends at once as CANCELLED.\n')
    expect((await heddle(['cancel', cancelled, '--reason', 'not now'])).out).toBe('Approval is CANCELLED.\n')
    expect((await heddle(['show', cancelled])).out).toContain('not now')
    const refused = await heddle(['retry', cancelled])
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/^heddle: .+\.\n$/)])
  })
})

describe('ending a run that rolls back', () => {
  it('takes force, and says so', async () => {
    const runId = await start('Stuck', 'n=1')
    await expect.poll(async () => (await heddle(['show', runId])).out).toContain('undoing Book')
    for (const more of [[], ['--dry-run']]) {
      const refused = await heddle(['cancel', runId, ...more])
      expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('force ends it as it stands')])
    }
    const dry = await heddle(['cancel', runId, '--force', '--dry-run'])
    expect(dry).toEqual({
      code: 0,
      out: 'The run ends at once as FAILED.\nCompleted, and not undone: Book.\n',
      said: 'Nothing is done. Without --dry-run it is.\n',
    })
    expect(JSON.parse((await heddle(['--json', 'cancel', runId, '--force', '--dry-run'])).out)).toMatchObject({
      allowed: true,
      not_undone: ['Book'],
    })
    expect((await heddle(['show', runId])).out).toContain('undoing Book')
    const both = await heddle(['cancel', runId, '--force', '--compensate'])
    expect([both.code, both.said]).toEqual([1, expect.stringContaining('leave out either force or compensate')])
    expect(await heddle(['cancel', runId, '--force', '-r', 'it hangs'])).toMatchObject({
      code: 0,
      out: 'Stuck is FAILED.\n',
    })
    expect((await heddle(['logs', runId])).out).toContain('it hangs')
  })
})

describe('acting on a step of a run', () => {
  it('says first what it would do, and then does it', async () => {
    const runId = await start('Approval')
    await taskOf(runId)
    const dry = await heddle(['skip', runId, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, said: 'Nothing is done. Without --dry-run it is.\n' })
    expect(dry.out).toMatch(/^Ask +skipped +its task “Shall "it" be\?” is withdrawn$/m)
    expect(dry.out).toContain('Pass runs next, with effects outside.')
    const ahead = await heddle(['jump', runId, '--to', 'END', '--dry-run'])
    expect(ahead.out).toContain('Pass is left out; the run ends as COMPLETED.')
    const given = ['mark-done', runId, 'approved=true', '--step', 'Ask']
    expect((await heddle([...given, '--dry-run'])).out).toMatch(/^Ask +marked done/m)
    const refused = await heddle(['skip', runId, '-s', 'Double', '--dry-run'])
    expect(refused).toMatchObject({ code: 1, said: 'heddle: Double cannot be skipped: it is completed.\n' })
    expect((await heddle([...given, '-r', 'by phone'])).code).toBe(0)
    await heddle(['logs', '-f', runId])
    expect((await heddle(['logs', runId])).out).toContain('by phone')
    expect((await heddle(['skip', runId])).said).toContain('No step can be skipped: the run is COMPLETED.')
  })

  it('says what a retry would run again', async () => {
    const failed = await start('Broken')
    await heddle(['logs', '-f', failed])
    const { out } = await heddle(['retry', failed, '--dry-run'])
    expect(out).toMatch(/^Fail +runs again +calls t.fail, with the same key$/m)
    expect(JSON.parse((await heddle(['--json', 'retry', failed, '--dry-run'])).out)).toMatchObject({ allowed: true })
  })
})

describe('a run that is named by a part of its id', () => {
  it('is found when it is the only one, and the others are told when it is not', async () => {
    const [first, second] = [await start('Approval'), await start('Approval')]
    const runs = async (...asked: string[]) => Promise.all(asked.map((text) => heddle(['show', text])))
    const shortened = `${second.slice(0, 8)}…${second.slice(-6)}`
    for (const told of await runs(second.slice(0, -1), second.toUpperCase(), shortened)) {
      expect(told).toMatchObject({ code: 0, out: expect.stringContaining(second) })
    }
    const begin = Array.from(first).findIndex((letter, place) => second[place] !== letter)
    const [several] = await runs(first.slice(0, Math.max(8, begin)))
    expect(several).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Several runs are meant by .*Write more of the id/),
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
    expect((await heddle(['export', 'Approval', '-o', path])).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(approval)
    const imported = await heddle(['import', path])
    expect(imported.out).toBe(`${path}: Approval is published as version 1: ${url}/workflows/Approval\n`)
  })

  it('are validated with file, line and column, here or by Heddle', async () => {
    const path = await file(
      'bad.yaml',
      `${broken}---\nworkflow_type: Other\nsteps:\n  - name: One\n    next: Nowhere\n`,
    )
    for (const offline of [[], ['--offline']]) {
      const told = await heddle(['validate', path, ...offline])
      expect(told.out).toMatch(new RegExp(`^${path}:9:11: error: One: .*Nowhere`, 'm'))
      expect(told).toMatchObject({ code: 1, said: 'heddle: 1 of 1 files cannot be published as they are.\n' })
    }
    const refused = await heddle(['import', path])
    expect(refused.out).toContain(`${path}:9:11: error`)
    expect(refused.code).toBe(1)
    const unknown = await file('unknown.yaml', 'workflow_type: Other\nsteps:\n  - name: One\n    function: no.where\n')
    expect((await heddle(['validate', unknown])).out).toContain(':4:15: warning: One: ')
    expect((await heddle(['validate', unknown, '--offline'])).out).toBe(`${unknown}: Other can be published.\n`)
  })

  it('of n8n are imported with what was lost', async () => {
    const nodes = [
      { name: 'Begin', type: 'n8n-nodes-base.manualTrigger' },
      { name: 'Odd', type: 'n8n-nodes-base.neverHeardOf' },
    ]
    const connections = { Begin: { main: [[{ node: 'Odd', type: 'main' }]] } }
    const path = await file('theirs.json', JSON.stringify({ name: 'Theirs', nodes, connections }))
    const told = await heddle(['import', path, '--dry-run'])
    expect(told.said).toContain('is a workflow of n8n')
    expect(told.said).toMatch(/lost +Odd/)
    expect(told.out).toContain('workflow_type: Theirs')
  })

  it('that cannot be read are said to be so before they are imported', async () => {
    const path = await file('unreadable.json', JSON.stringify({ nodes: 'none', connections: {} }))
    const told = await heddle(['import', path, '--dry-run'])
    expect(told.code).toBe(1)
    expect(told.said).toContain('1 of 1 files cannot be published as they are.')
    const good = await file('good.yaml', 'workflow_type: Good\nsteps: [{ name: Ask, type: HUMAN, groups: [all] }]\n')
    expect(await heddle(['import', good, '--dry-run'])).toMatchObject({ code: 0 })
  })

  it('of jobs are imported with what was lost', async () => {
    const path = await file('release.yml', 'name: Release\non: push\njobs: { build: { steps: [{ run: make }] } }\n')
    const told = await heddle(['import', path, '--dry-run'])
    expect(told.said).toContain('is a workflow of GitHub Actions')
    expect(told.said).toMatch(/lost +on: push/)
    expect(told.out).toContain('workflow_type: Release')
  })
})

describe('what cannot be done is said in a sentence that helps', () => {
  it.each([
    [['show', 'nothing'], 2, 'heddle: nothing is no id of a run. Give all of it, or at least its first 8 characters.'],
    [['show', randomUUID()], 1, 'heddle: There is no run '],
    [['decide', 'nothing', '--approve'], 1, 'heddle: There is no such task.'],
    [['decide', 'nothing', '--approve', '--reject'], 2, '--approve and --reject contradict each other.'],
    [['run', 'Approval', 'amount'], 2, 'heddle: amount is no key=value.'],
    [['run', 'Approval', '-i', '{'], 2, 'heddle: That is no JSON'],
    [['run', 'Nowhere'], 1, 'Nowhere'],
    [['runs', '--where', 'nonsense'], 2, 'Write a path, a comparison and a value'],
    [['runs', '--status', 'bad'], 2, 'There is no status bad. There are '],
    [['runs', '--since', 'then'], 2, 'then is no time'],
    [['runs', '--longer', 'long'], 2, 'long is no length of time. Write 500ms'],
    [['runs', '--trouble', 'ennui'], 2, 'quarantined'],
    [['runs', '--limit', '0'], 2, '0 is no whole number'],
    [['rnu'], 2, 'Did you mean run'],
    [['show'], 2, "missing required argument 'run'"],
    [['import', '/nowhere/at/all.yaml'], 2, '/nowhere/at/all.yaml cannot be read'],
    [['--url', 'nowhere', 'runs'], 2, 'nowhere is no address'],
  ] as const)('%j', async (words, code, sentence) => {
    const told = await heddle(words)
    expect(told.said).toContain(sentence)
    expect(told).toMatchObject({ code, out: '' })
  })

  it('as JSON where JSON was asked for', async () => {
    const runId = randomUUID()
    const told = await heddle(['--json', 'show', runId])
    const message = `There is no run ${runId}. (run_id)`
    expect(JSON.parse(told.said)).toEqual({ error: { code: 'NOT_FOUND', message } })
  })

  it('when nobody answers', async () => {
    const send = () => Promise.reject(new TypeError('fetch failed'))
    const told = await heddle(['runs'], { send })
    expect(told).toMatchObject({ code: 1, out: '' })
    expect(told.said).toContain('Start it with "npm start"')
  })

  it('when somebody else answers', async () => {
    const told = await heddle(['runs'], { send: async () => new Response('<html>') })
    expect(told).toMatchObject({ code: 1, out: '', said: expect.stringContaining('is this a Heddle?') })
  })

  it('and the help tells every command', async () => {
    const told = await heddle(['--help'])
    for (const name of ['run', 'runs', 'show', 'tree', 'logs', 'resume', 'retry', 'cancel']) {
      expect(told.out).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    for (const name of ['inbox', 'decide', 'export', 'import', 'validate']) {
      expect(told.out).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    expect(told.code).toBe(0)
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
    const told = await heddle(['logs', runId, '--follow'], { send, signal: interrupted.signal })
    expect(told.code).toBe(130)
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
  const told = [await heddle(['inbox']), await heddle(['show', runId]), await heddle(['logs', runId])]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  for (const { out } of told) expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/)
  expect(told[0]?.out).toContain('red line tfel')
})

import { describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '#server/api/router.ts'
import { api, heddle, idOf, start, taskOf, withApi } from './testing/command-line.ts'

withApi()

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
      .toMatch(/Fail failed: .* Retrying in .*\(attempt 2 of 3\)\./)
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
      out: 'Added your comment to Shall "it" be?; it is not decided.\n',
      said: '',
    })
    const words = ['--reason', 'within the budget', '--comment', 'Done.']
    const decided = await heddle(['decide', taskId, '--approve', 'note=as agreed', ...words])
    expect(decided).toEqual({ code: 0, out: 'Decided Shall "it" be?.\n', said: '' })
    const late = await heddle(['decide', taskId, '--reject'])
    expect([late.code, late.said]).toEqual([1, 'heddle: It was already decided by You.\n'])

    const reported = await heddle(['logs', '--follow', runId])
    expect(reported.code).toBe(0)
    expect(reported.out.split('\n').filter((line) => line.includes('Double'))).toHaveLength(2)
    expect(reported.said).toBe('Approval is COMPLETED.\n')
    const again = await heddle(['logs', runId, '--step', 'Double', '--json'])
    const events = again.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { step: string })
    expect(events.map(({ step }) => step)).toEqual(['Double', 'Double'])
  })

  it('follows a run from its start, and its exit code says that it failed', async () => {
    const reported = await heddle(['run', 'Broken', '--follow'])
    expect(reported.code).toBe(1)
    expect(reported.out).toContain('broken on purpose')
    expect(reported.said).toContain('Broken is FAILED.\nheddle: ')
  })

  it('starts one run for a workflow id, and signals it', async () => {
    const runId = (await heddle(['run', 'Approval', 'n=1', '--workflow-id', 'order-1'])).out.trim()
    const again = await heddle(['run', 'Approval', 'n=1', '-w', 'order-1', '--reuse', 'reject_duplicate'])
    expect([again.code, again.said]).toEqual([
      1,
      expect.stringContaining(`The run ${runId} has the workflow id order-1`),
    ])
    const signal = ['--signal', 'note', '--signal-data', '{"text":"hurry"}']
    expect((await heddle(['run', 'Approval', '-w', 'order-1', ...signal])).out.trim()).toBe(runId)
    expect((await heddle(['logs', runId])).out).toContain('note')
    expect((await heddle(['show', runId])).out).toContain('order-1')
    expect((await heddle(['run', 'Approval', ...signal])).said).toContain('add --workflow-id')
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
    expect((await heddle(['runs', '--until', '100d'])).said).toBe('No runs match.\n')
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
      said: expect.stringContaining('paused cannot be combined with other statuses'),
    })
  })

  it('knows every kind of trouble that the API knows', async () => {
    const answer = await (await api.fetch('/v1/workflow-runs?trouble=ennui')).json()
    const kinds = answer.error.message.replace(/^.*: |\.$/g, '')
    expect(answer.error.message).toBe(`trouble: This must be one of: ${kinds}.`)
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
    const reported = await heddle(['retry', failed, '--newest', '-r', 'mended'])
    expect(reported).toMatchObject({ code: 0, said: expect.stringContaining('heddle logs --follow') })
    await heddle(['logs', '-f', idOf(reported)])
    const shown = JSON.parse((await heddle(['--json', 'show', idOf(reported)])).out)
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
    expect((await heddle(['runs', '--parent', waiting.slice(0, 13)])).said).toBe('No runs match.\n')
    const resumed = await heddle(['resume', waiting, '-i', '-'], { input: '{"approved": true}' })
    expect(resumed).toMatchObject({ code: 0, said: '' })

    const cancelled = await start('Approval')
    await taskOf(cancelled)
    expect((await heddle(['cancel', cancelled, '--dry-run'])).out).toBe('The run ends immediately as CANCELLED.\n')
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
      expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('use force to end it as it is')])
    }
    const dry = await heddle(['cancel', runId, '--force', '--dry-run'])
    expect(dry).toEqual({
      code: 0,
      out: 'The run ends immediately as FAILED.\nCompleted, not undone: Book.\n',
      said: 'Nothing was changed. Run it without --dry-run to apply.\n',
    })
    expect(JSON.parse((await heddle(['--json', 'cancel', runId, '--force', '--dry-run'])).out)).toMatchObject({
      allowed: true,
      not_undone: ['Book'],
    })
    expect((await heddle(['show', runId])).out).toContain('undoing Book')
    const both = await heddle(['cancel', runId, '--force', '--compensate'])
    expect([both.code, both.said]).toEqual([1, expect.stringContaining('use either force or compensate')])
    expect(await heddle(['cancel', runId, '--force', '-r', 'it hangs'])).toMatchObject({
      code: 0,
      out: 'Stuck is FAILED.\n',
    })
    expect((await heddle(['logs', runId])).out).toContain('it hangs')
  })
})

import { describe, expect, it } from 'vitest'
import { DETERMINISM_VIOLATION } from '#core/run/code/match.ts'
import { runError } from '#core/run/views/status.ts'
import { condition, patched, sleep, type WorkflowBody } from './index.ts'
import { begun, fetchUser, mail, pay, workflow } from './testing/begun-body.ts'

describe('code 1: a history that the code does not follow', () => {
  const recorded = async () => {
    const { name } = await fetchUser(1)
    await sleep(1_000)
    return name
  }
  const others: readonly (readonly [name: string, body: WorkflowBody, message: string])[] = [
    [
      'a renamed activity',
      async () => {
        await pay(1)
      },
      'command 1: history has activity fetchUser, code asks for activity pay',
    ],
    [
      'an activity and a timer swapped',
      async () => {
        await sleep(1_000)
        await fetchUser(1)
      },
      'command 1: history has activity fetchUser, code asks for sleep 1000 ms',
    ],
    [
      'another duration',
      async () => {
        await fetchUser(1)
        await sleep(2_000)
      },
      'command 2: history has sleep 1000 ms, code asks for sleep 2000 ms',
    ],
    [
      'a removed command',
      async () => {
        await sleep(1_000)
      },
      'command 1: history has activity fetchUser, code asks for sleep 1000 ms',
    ],
    [
      'an added command',
      async () => {
        await Promise.all([fetchUser(1), mail('x')])
        await sleep(1_000)
      },
      'command 2: history has sleep 1000 ms, code asks for activity mail',
    ],
    [
      'a left-over command, of a body that returns',
      async () => {
        await fetchUser(1)
      },
      'command 2: history has sleep 1000 ms, the code returns before it',
    ],
    [
      'a left-over command, of a body that blocks',
      async () => {
        await fetchUser(1)
        await condition(() => false)
      },
      'command 2: history has sleep 1000 ms, the code asks for nothing',
    ],
    [
      'a body that asks for nothing at all',
      async () => {
        await condition(() => false)
      },
      'command 1: history has activity fetchUser, the code asks for nothing',
    ],
  ]

  it.each(others)('%s', async (_, body, message) => {
    const run = await begun(recorded)
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(workflow(body))
    await run.fire('sleep#2')
    expect(runError(run.state)).toMatchObject({ code: DETERMINISM_VIOLATION, message })
    expect(run.state.outcome?.status).toBe('FAILED')
  })

  it('a command at a place where the history has none', async () => {
    const run = await begun(async () => {
      await condition(() => false)
    })
    run.replaceCode(
      workflow(async () => {
        await fetchUser(1)
      }),
    )
    await run.signal('x')
    expect(runError(run.state)?.message).toBe('command 1: history has nothing, code asks for activity fetchUser')
  })

  it('other arguments are none', async () => {
    const run = await begun(async () => {
      await fetchUser(1)
      await sleep(1)
    })
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(
      workflow(async () => {
        await fetchUser(2)
        await sleep(1)
        return 'fine'
      }),
    )
    await run.fire('sleep#2')
    expect(run.state.outcome?.output).toBe('fine')
  })

  it('a retry after the code is mended goes on from the same log', async () => {
    const run = await begun(recorded)
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(workflow(async () => await pay(1)))
    await run.fire('sleep#2')
    run.replaceCode(workflow(recorded))
    run.send({ type: 'retry', actor: { id: 'ana' } })
    await run.deliver()
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'Ana' })
  })

  it('a retry after a failure of the body itself may ask for something new at that place', async () => {
    const run = await begun(async () => {
      const user = await fetchUser(1)
      throw new TypeError(`${user.name} is missing`)
    })
    await run.complete('fetchUser#1', { name: 'Ana' })
    expect(run.state.outcome?.status).toBe('FAILED')
    run.replaceCode(
      workflow(async () => {
        await fetchUser(1)
        return await pay(1)
      }),
    )
    run.send({ type: 'retry', actor: { id: 'ana' } })
    await run.deliver()
    await run.complete('pay#2', 'paid')
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'paid' })
  })

  it('a retry of a failed activity gives the body its new result in the place of the failure', async () => {
    const run = await begun(async () => {
      const all = await Promise.all([pay(1), pay(2)])
      return all.join()
    })
    run.end('pay#1', 'one')
    await run.complete('pay#2', new Error('broke'))
    expect(run.state.outcome?.status).toBe('FAILED')
    run.send({ type: 'retry', actor: { id: 'ana' } })
    await run.deliver()
    await run.complete('pay#2', 'two')
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'one,two' })
  })
})

describe('patched', () => {
  const old = async () => {
    await fetchUser(1)
    await sleep(1)
    return 'old'
  }
  const changed = async () => {
    await fetchUser(1)
    if (patched('new-mail')) await mail('x')
    await sleep(1)
    return 'new'
  }

  it('is false where the history is older than the change', async () => {
    const run = await begun(old)
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(workflow(changed))
    await run.fire('sleep#2')
    expect(run.state.outcome?.output).toBe('new')
    expect(run.history.map(({ type }) => type)).not.toContain('workflow.code.patched')
  })

  it('is true for new commands, and in each replay of these', async () => {
    const run = await begun(changed, { isSticky: () => false })
    await run.complete('fetchUser#1', { name: 'Ana' })
    await run.complete('mail#2')
    await run.fire('sleep#3')
    expect(run.history.filter(({ type }) => type === 'workflow.code.patched')).toHaveLength(1)
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })
})

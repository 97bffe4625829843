import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import type { CommandOf } from '../command.ts'
import type { Effect } from '../effect.ts'
import { activity, ana, codeOptions, ScriptedCodeRun, sleep } from './testing/scripted-code-run.ts'

const code = { entry: '', export_name: '', sources: {}, signals: [], queries: [], updates: [] }
const ofAgents = (more: object = {}) =>
  ({ ...codeOptions(), kind: 'code', code: { ...code, queue: 'py', by: 'agents', hash: 'abc', ...more } }) as Definition

function begin(definition: Definition): ScriptedCodeRun {
  const run = new ScriptedCodeRun({}, definition)
  run.own()
  return run
}

const taskOf = (run: ScriptedCodeRun) => {
  const owed = run.plan().find(({ kind }) => kind === 'agent_task') as Extract<Effect, { kind: 'agent_task' }>
  return owed
}

const answer = (run: ScriptedCodeRun, more: Partial<CommandOf<'code_task_ended'>> = {}) => {
  const { task, attempt, upToSeq: up_to_seq } = taskOf(run).delivery
  const blocked = { commands: [], notes: [], outcome: { kind: 'blocked' }, agent_id: 'one' } as const
  return run.send({ type: 'code_task_ended', task, attempt, up_to_seq, ...blocked, ...more })
}

describe('a body that agents run', () => {
  it('is offered to the agents of its queue, with its hash, and again to the agent that answered last', () => {
    const run = begin(ofAgents())
    expect(run.kinds()).toEqual(['agent_task'])
    expect(taskOf(run)).toMatchObject({ queue: 'py', type: 'Messages', hash: 'abc', delivery: { task: 1, fromSeq: 0 } })
    expect(taskOf(run)).not.toHaveProperty('agent')
    answer(run, { commands: [activity(1)] })
    expect(run.plan()).toMatchObject([{ kind: 'worker_task', queue: 'py', call: { activity: true } }])
    run.send({
      type: 'attempt_ended',
      step: 'fetchUser#1',
      iteration: 1,
      attempt: 1,
      outcome: { kind: 'completed', output: 1 },
    })
    expect(taskOf(run)).toMatchObject({ agent: 'one', delivery: { task: 2 } })
  })

  it('is offered to agents with any code once other code has run, and to agents without a hash of their own', () => {
    const run = begin(ofAgents())
    answer(run, { commands: [sleep(1)], version: 2, hash: 'def' })
    run.fire('wait')
    expect(taskOf(run)).toMatchObject({ agent: 'one', delivery: { task: 2 } })
    expect(taskOf(run)).not.toHaveProperty('hash')
    expect(taskOf(begin(ofAgents({ hash: undefined })))).not.toHaveProperty('hash')
  })

  it('is delivered from the start of its history to any agent when a person retries the run', () => {
    const run = begin(ofAgents())
    answer(run, { outcome: { kind: 'violation', message: 'command 1 differs', details: {} } })
    expect(run.plan()).toEqual([])
    run.send({ type: 'retry', actor: ana })
    expect(taskOf(run)).toMatchObject({ delivery: { fromSeq: 0, again: true } })
    expect(taskOf(run)).not.toHaveProperty('hash')
    expect(taskOf(run)).not.toHaveProperty('agent')
  })

  it('is of agents where its queue is not that of the engines', () => {
    expect(begin(ofAgents({ by: undefined })).kinds()).toEqual(['agent_task'])
    expect(begin(ofAgents({ by: undefined, queue: 'default' })).kinds()).toEqual(['code_task'])
  })
})

describe('an activity', () => {
  it('goes to the queue that its options name, and back to its own host without one', () => {
    const run = begin(codeOptions())
    const options = { queue: 'gpu', startToCloseTimeoutMs: 5_000 }
    run.answer({ commands: [activity(1, 'render', { options }), activity(2)] })
    expect(run.plan()).toMatchObject([
      { kind: 'worker_task', id: 'work:render#1:1:1', queue: 'gpu', idempotent: false, call: { timeoutMs: 5_000 } },
      { kind: 'attempt', step: 'fetchUser#2' },
    ])
  })
})
